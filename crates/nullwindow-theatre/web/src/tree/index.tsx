export function TreeTheatre() {
  return <p class="note">The tree theatre is not built yet.</p>;
}
