// Two searches beside each other: which leaves each has visited, in order.

import { number } from "./labels";
import { leavesVisited } from "./player";
import { useShow, type Show } from "./show";

const MOST_SHOWN = 60;

export function Comparison({ show, titles }: { show: Show; titles: string[] }) {
  useShow(show);
  const lists = show.players.map((player) => leavesVisited(player.stage, player.at));
  const [a = [], b = []] = lists;
  const common = Math.min(a.length, b.length);
  let equal = 0;
  while (equal < common && a[equal] === b[equal]) equal += 1;
  const same = equal === a.length && equal === b.length;
  const over = show.at === show.last;
  const verdict = same
    ? `${over ? "Both visited" : "So far both visited"} the same ${a.length} leaves in the same order.`
    : equal < common
      ? `The leaves differ from the ${ordinal(equal + 1)} on.`
      : `${titles[a.length > b.length ? 1 : 0]} is done; ${titles[a.length > b.length ? 0 : 1]} goes on.`;
  // Of a long list the end is of interest, where the search is.
  const from = Math.max(0, Math.max(a.length, b.length) - MOST_SHOWN);
  return (
    <section class="panel comparison" aria-label="Leaves in order">
      <h2>Leaves in order of the first visit</h2>
      <p class={same ? "verdict good" : "verdict"}>{verdict}</p>
      <div class="scroll"><table>
        <tbody>
          {show.players.map((player, i) => (
            <tr key={i}>
              <th scope="row">{titles[i]}</th>
              <td>{from > 0 && "… "}{lists[i]!.slice(from).map((node, k) => (
                <span key={k} class={lists[1 - i]![from + k] === node ? "leaf same" : "leaf"}>
                  {number(player.stage.nodes[node]!.value ?? 0)}
                </span>
              ))}</td>
            </tr>
          ))}
        </tbody>
      </table></div>
    </section>
  );
}

function ordinal(n: number): string {
  const ending = n % 100 > 10 && n % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][n % 10] ?? "th";
  return `${n}${ending}`;
}
