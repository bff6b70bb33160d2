/**
 * Drawings of the pieces, in a box of 100 by 100.
 *
 * Each drawing is a list of bodies (filled and outlined) and details (lines or dots in the contrasting ink). A wide halo
 * in the opposite tone lies under every body, so that a piece has contrast on light and dark squares alike.
 */
import type { ComponentChildren } from "preact";

interface Drawing {
  bodies: string[];
  details?: string[];
  dots?: [x: number, y: number, radius: number][];
}

/** A circle as a path, so that bodies are paths throughout. */
function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

const PLINTH = "M22 89V83Q22 76 30 76H70Q78 76 78 83V89Z";
const CROWN_BASE = "M27 89V82Q27 77 33 76Q50 71 67 76Q73 77 73 82V89Q50 84 27 89Z";
const CROWN_BAND = "M28 66Q50 59 72 66L68 76.5Q50 71 32 76.5Z";

const DRAWINGS: Record<string, Drawing> = {
  pawn: {
    bodies: [
      "M50 38C61 38 64 46 57 50C59 62 66 68 70 76H30C34 68 41 62 43 50C36 46 39 38 50 38Z",
      circle(50, 29, 13),
      PLINTH,
    ],
  },
  rook: {
    bodies: [
      "M37 44H63L67 74H33Z",
      "M27 17H38V26H45V17H55V26H62V17H73V36L64 45H36L27 36Z",
      PLINTH,
    ],
    details: ["M38 52H62M35 66H65"],
  },
  bishop: {
    bodies: [
      "M42 62H58L66 77H34Z",
      "M50 20C68 31 72 46 64 56Q59 62 50 62Q41 62 36 56C28 46 32 31 50 20Z",
      circle(50, 15, 5.5),
      PLINTH,
    ],
    details: ["M50 33V51M41 42H59", "M40 68H60"],
  },
  knight: {
    bodies: [
      "M30 78C30 66 38 60 46 54C50 51 52 47 51 42C46 50 38 51 32 55C29 57 28 62 23 62C17 62 13 57 15 52C18 45 25 39 27 32"
        + "C28 27 31 24 35 21L33 9L44 17L51 9L55 19C74 23 83 42 80 78Z",
      PLINTH,
    ],
    details: ["M58 28C69 35 73 50 71 68"],
    dots: [[38, 32, 3.2], [21, 53, 2]],
  },
  queen: {
    bodies: [
      "M28 66L15 36L34 53L32 25L45 50L50 20L55 50L68 25L66 53L85 36L72 66Q50 59 28 66Z",
      circle(14, 32, 5.5), circle(31, 20, 5.5), circle(50, 14, 5.5), circle(69, 20, 5.5), circle(86, 32, 5.5),
      CROWN_BAND,
      CROWN_BASE,
    ],
  },
  king: {
    bodies: [
      "M46.5 6H53.5V12H59V19H53.5V28H46.5V19H41V12H46.5Z",
      "M50 36C56 22 86 24 85 43C84 54 75 58 72 66Q50 59 28 66C25 58 16 54 15 43C14 24 44 22 50 36Z",
      "M50 24C42 24 40 32 43 38L50 54L57 38C60 32 58 24 50 24Z",
      CROWN_BAND,
      CROWN_BASE,
    ],
  },
  man: { bodies: [circle(50, 50, 37)], details: [circle(50, 50, 27), circle(50, 50, 14)] },
  crowned: {
    bodies: [circle(50, 50, 37)],
    details: [circle(50, 50, 30), "M33 64V40L42 49L50 34L58 49L67 40V64Z"],
  },
  disc: { bodies: [circle(50, 50, 40)] },
};

/** Shapes drawn with strokes alone, in the colour of their side. */
const STROKES: Record<string, string> = {
  cross: "M24 24L76 76M76 24L24 76",
  ring: circle(50, 50, 28),
};

export interface PieceProps {
  shape: string;
  /** The tone of the side: decides fill and outline. */
  light: boolean;
  /** Draws a disc of the side's colour with a mark, for boards where stones are coloured. */
  coloured?: boolean;
}

/** Draws a piece at the origin, 100 units wide. */
export function PieceDrawing({ shape, light, coloured }: PieceProps) {
  const side = light ? "light" : "dark";
  const stroke = STROKES[shape];
  if (stroke !== undefined) {
    return (
      <g class={`piece stroke ${side}`}>
        <path class="halo" d={stroke} />
        <path class="line" d={stroke} />
      </g>
    );
  }
  const drawing = DRAWINGS[shape];
  if (drawing === undefined) return <UnknownPiece shape={shape} side={side} />;
  return (
    <g class={`piece ${side}${coloured ? " coloured" : ""}`}>
      <Halo bodies={drawing.bodies} />
      {drawing.bodies.map((d) => <path class="body" d={d} key={d} />)}
      {drawing.details?.map((d) => <path class="detail" d={d} key={d} />)}
      {drawing.dots?.map(([x, y, r]) => <circle class="dot" cx={x} cy={y} r={r} key={x} />)}
      {/* The second cue beside colour: one side's stones carry a ring. */}
      {coloured && light && <circle class="detail" cx={50} cy={50} r={24} />}
    </g>
  );
}

function Halo({ bodies }: { bodies: string[] }): ComponentChildren {
  return bodies.map((d) => <path class="halo" d={d} key={d} />);
}

/** A game may invent shapes: they appear as a disc with the initial of their name. */
function UnknownPiece({ shape, side }: { shape: string; side: string }) {
  return (
    <g class={`piece ${side}`}>
      <path class="halo" d={circle(50, 50, 36)} />
      <path class="body" d={circle(50, 50, 36)} />
      <text class="initial" x={50} y={65} text-anchor="middle">{shape.slice(0, 1).toUpperCase()}</text>
    </g>
  );
}
