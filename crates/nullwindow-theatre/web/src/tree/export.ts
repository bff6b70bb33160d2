// Writes the drawing as SVG or PNG, and the trace as JSON lines.

import { engine } from "../engine";
import type { TraceReply } from "../protocol";
import type { Layout } from "./layout";
import type { StageRequest } from "./stages";

/** Returns the whole drawing, whatever part of it is in view, as a self-contained SVG. */
export function drawingAsSvg(svg: SVGSVGElement, box: Layout): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const name of ["style", "tabindex", "role", "aria-label", "aria-activedescendant"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `${box.left} ${box.top} ${box.width} ${box.height}`);
  copy.setAttribute("width", String(Math.ceil(box.width)));
  copy.setAttribute("height", String(Math.ceil(box.height)));
  copy.querySelector(".camera")?.removeAttribute("transform");
  copy.querySelectorAll(".cursor").forEach((node) => node.classList.remove("cursor"));
  const computed = getComputedStyle(svg);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = sceneRules().replace(/var\((--[\w-]+)\)/g, (_, name) => computed.getPropertyValue(name).trim());
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [key, value] of Object.entries({ x: box.left, y: box.top, width: box.width, height: box.height })) {
    ground.setAttribute(key, String(value));
  }
  ground.setAttribute("fill", computed.getPropertyValue("--surface").trim());
  copy.prepend(style, ground);
  return new XMLSerializer().serializeToString(copy);
}

// The page's own rules for drawings: an exported file must look the same without the page.
function sceneRules(): string {
  const rules: string[] = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSStyleRule && rule.selectorText.startsWith(".scene ")) rules.push(rule.cssText);
    }
  }
  return rules.join("\n");
}

export async function drawingAsPng(svg: SVGSVGElement, box: Layout): Promise<Blob> {
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingAsSvg(svg, box))}`;
  const image = new Image();
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = () => reject(new Error("the browser cannot draw this SVG"));
    image.src = address;
  });
  // Twice the size for sharp text, but within what browsers allow a canvas.
  const scale = Math.min(2, 8000 / box.width, 8000 / box.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(box.width * scale);
  canvas.height = Math.ceil(box.height * scale);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png");
  });
}

export async function trace(request: StageRequest): Promise<string> {
  return (await engine.request<TraceReply>({ type: "trace", ...request }).promise).text;
}

export function download(name: string, content: Blob | string, type = "text/plain") {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
