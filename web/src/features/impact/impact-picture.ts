/** In pixels: what chats show without cutting it. */
export const IMPACT_PICTURE = { width: 1080, height: 1080 } as const;

type Lines = { readonly meals: string; readonly more: string; readonly by: string };

/** The colors of the light theme: the picture leaves the app. */
const PAPER = '#faf7f0';
const BRAND = '#17633c';
const MANGO = '#ffb53e';
const MUTED = '#566052';
const MARGIN = 96;

/** Draws a picture of a person's impact. */
export async function drawImpact(canvas: HTMLCanvasElement, { meals, more, by }: Lines): Promise<void> {
  const paper = canvas.getContext('2d');
  if (!paper) return;
  await document.fonts?.ready;
  const { width, height } = IMPACT_PICTURE;
  paper.fillStyle = PAPER;
  paper.fillRect(0, 0, width, height);
  drawBowl(paper, width / 2, 300);
  paper.textAlign = 'center';
  paper.fillStyle = BRAND;
  fitText(paper, meals, { y: 660, size: 132, font: 'Bricolage Grotesque', weight: 700 });
  paper.fillStyle = MUTED;
  fitText(paper, more, { y: 770, size: 48, font: 'Figtree', weight: 500 });
  paper.fillStyle = BRAND;
  fitText(paper, by, { y: height - 96, size: 44, font: 'Figtree', weight: 700 });
}

type TextLine = { readonly y: number; readonly size: number; readonly font: string; readonly weight: number };

/** One line in the middle, smaller if it is too long. */
function fitText(paper: CanvasRenderingContext2D, text: string, { y, size, font, weight }: TextLine): void {
  const set = (px: number) => {
    paper.font = `${weight} ${px}px "${font} Variable", "${font}", sans-serif`;
  };
  set(size);
  const room = IMPACT_PICTURE.width - 2 * MARGIN;
  const wide = paper.measureText(text).width;
  if (wide > room) set(Math.floor((size * room) / wide));
  paper.fillText(text, IMPACT_PICTURE.width / 2, y);
}

/** A bowl with two leaves. */
function drawBowl(paper: CanvasRenderingContext2D, x: number, y: number): void {
  const leaf = (color: string, tilt: number) => {
    paper.save();
    paper.translate(x, y - 10);
    paper.rotate(tilt);
    paper.fillStyle = color;
    paper.beginPath();
    paper.moveTo(0, 0);
    paper.quadraticCurveTo(-70, -80, 0, -170);
    paper.quadraticCurveTo(70, -80, 0, 0);
    paper.fill();
    paper.restore();
  };
  leaf('#4e8a66', -0.5);
  leaf(MANGO, 0.5);
  paper.fillStyle = BRAND;
  paper.beginPath();
  paper.arc(x, y + 20, 170, 0, Math.PI);
  paper.fill();
}
