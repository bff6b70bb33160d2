export function Laboratory() {
  return <p class="note">The laboratory page is not built yet.</p>;
}
