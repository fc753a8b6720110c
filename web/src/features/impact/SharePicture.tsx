import { Trans, useLingui } from '@lingui/react/macro';
import type { UserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { formatCo2, formatMeals, formatPeople } from './impact-labels.ts';

type Props = { readonly impact: UserImpact; readonly onClose: () => void };

/** A picture of one's own impact, drawn on the device; without a name unless one wants it. */
export function SharePicture({ impact, onClose }: Props) {
  const { t } = useLingui();
  const { firstName } = useCurrentUser();
  const appName = useCommunity()?.appName ?? '';
  const [hasName, setHasName] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const meals = t`${formatMeals(impact.mealsShared)} saved`;
  const more = t`${formatCo2(impact.co2Saved)} of CO₂ avoided · ${formatPeople(impact.peopleHelped)} helped`;
  const by = hasName ? t`${firstName} on ${appName}` : appName;
  const share = async () => {
    const file = await fileOf(canvas.current);
    if (!file) return;
    if (navigator.canShare?.({ files: [file] })) {
      // the person may close the sheet again
      await navigator.share({ files: [file], text: meals }).catch(() => undefined);
      return;
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    URL.revokeObjectURL(link.href);
    toast({ title: t`Saved to your downloads` });
  };
  return (
    <Dialog
      onOpenChange={onClose}
      title={<Trans>A picture to share</Trans>}
      description={<Trans>It's drawn on your device. Nothing is sent until you share it.</Trans>}
      footer={
        <Button className="w-full" onClick={() => void share()}>
          <Trans>Share picture</Trans>
        </Button>
      }
    >
      <Drawing canvas={canvas} meals={meals} more={more} by={by} />
      <p className="sr-only">{`${meals}. ${more}. ${by}`}</p>
      <Checkbox
        label={<Trans>With my first name</Trans>}
        checked={hasName}
        onChange={(event) => setHasName(event.target.checked)}
      />
    </Dialog>
  );
}

type Lines = { readonly meals: string; readonly more: string; readonly by: string };

/** A part of its own, as the dialog shows its content later than itself. */
function Drawing({
  canvas,
  meals,
  more,
  by,
}: Lines & { readonly canvas: RefObject<HTMLCanvasElement | null> }) {
  useEffect(() => {
    if (canvas.current) void drawImpact(canvas.current, { meals, more, by });
  }, [canvas, meals, more, by]);
  return (
    <canvas
      ref={canvas}
      width={IMPACT_PICTURE.width}
      height={IMPACT_PICTURE.height}
      aria-hidden="true"
      className="mx-auto mb-3 block h-auto w-full max-w-[55svh] rounded-card border"
    />
  );
}

async function fileOf(canvas: HTMLCanvasElement | null): Promise<File | null> {
  if (!canvas) return null;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob && new File([blob], 'impact.png', { type: 'image/png' });
}

/** In pixels: what chats show without cutting it. */
const IMPACT_PICTURE = { width: 1080, height: 1080 } as const;

/** The colors of the light theme: the picture leaves the app. */
const PAPER = '#faf7f0';
const BRAND = '#17633c';
const MANGO = '#ffb53e';
const MUTED = '#566052';
const MARGIN = 96;

async function drawImpact(canvas: HTMLCanvasElement, { meals, more, by }: Lines): Promise<void> {
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
