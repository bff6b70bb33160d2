export function BoardTheatre() {
  return <p class="note">The board theatre is not built yet.</p>;
}
