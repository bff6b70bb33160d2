export function Tour() {
  return <p class="note">The tour is not built yet.</p>;
}
