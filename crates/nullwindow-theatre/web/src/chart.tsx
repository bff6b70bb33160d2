// A line chart. uPlot draws on a canvas, which CSS cannot colour: the chart reads the page's
// colours and is drawn anew when the theme changes.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useTheme } from "./theme";

export interface ChartSeries {
  label: string;
  /** A CSS custom property, e.g. "--max". */
  color: string;
  values: (number | null)[];
  dash?: number[];
  /** Draws steps that hold a value until the next point. */
  stepped?: boolean;
  points?: boolean;
  width?: number;
}

// The x axis counts: passes, plies or depths.
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

interface ChartProps {
  x: number[];
  series: ChartSeries[];
  xLabel: string;
  yLabel: string;
  /** What the chart shows, in words, for screen readers. */
  summary: string;
  height?: number;
  /** Marks this place on the x axis with a vertical line. */
  mark?: number | null;
  onPick?: (index: number) => void;
}

export function Chart({ x, series, xLabel, yLabel, summary, height = 220, mark, onPick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const marked = useRef<number | null | undefined>(mark);
  const pick = useRef(onPick);
  const theme = useTheme();
  pick.current = onPick;

  useEffect(() => {
    const element = box.current!;
    const style = getComputedStyle(element);
    const color = (name: string) => style.getPropertyValue(name).trim() || name;
    const font = `12px ${style.fontFamily}`;
    const axis = (label: string): uPlot.Axis => ({
      label,
      font,
      labelFont: font,
      stroke: color("--muted"),
      grid: { stroke: color("--line"), width: 1 },
      ticks: { stroke: color("--line"), width: 1 },
      labelSize: 18,
    });
    const wholeNumbers = (_: uPlot, splits: number[]) => splits.map((v) => (Number.isInteger(v) ? String(v) : ""));
    const options: uPlot.Options = {
      width: Math.max(element.clientWidth, 120),
      height,
      scales: { x: { time: false, range: (_, low, high) => (low === high ? [low - 0.5, high + 0.5] : [low, high]) } },
      axes: [{ ...axis(xLabel), size: 34, values: wholeNumbers, incrs: WHOLE_STEPS }, { ...axis(yLabel), size: 54 }],
      legend: { show: true, live: false },
      cursor: { y: false, drag: { x: false, y: false } },
      series: [
        { label: xLabel },
        ...series.map((line): uPlot.Series => ({
          label: line.label,
          stroke: color(line.color),
          width: line.width ?? 2,
          dash: line.dash,
          paths: line.stepped ? uPlot.paths.stepped!({ align: 1 }) : undefined,
          points: { show: line.points ?? true, size: 7, fill: color(line.color) },
        })),
      ],
      hooks: {
        draw: [(u) => drawMark(u, marked.current, color("--text"))],
      },
    };
    const u = new uPlot(options, [x, ...series.map((line) => line.values)] as uPlot.AlignedData, element);
    u.over.addEventListener("click", () => {
      if (u.cursor.idx !== null && u.cursor.idx !== undefined) pick.current?.(u.cursor.idx);
    });
    plot.current = u;
    const observer = new ResizeObserver(() => u.setSize({ width: Math.max(element.clientWidth, 120), height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      u.destroy();
      plot.current = null;
    };
  }, [theme, height, xLabel, yLabel, JSON.stringify(series), JSON.stringify(x)]);

  useEffect(() => {
    marked.current = mark;
    plot.current?.redraw(false);
  }, [mark]);

  return <div class="chart" ref={box} role="img" aria-label={summary} />;
}

function drawMark(u: uPlot, at: number | null | undefined, color: string) {
  if (at === null || at === undefined) return;
  const x = Math.round(u.valToPos(at, "x", true));
  u.ctx.save();
  u.ctx.strokeStyle = color;
  u.ctx.setLineDash([4, 4]);
  u.ctx.beginPath();
  u.ctx.moveTo(x, u.bbox.top);
  u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
  u.ctx.stroke();
  u.ctx.restore();
}
