import { Trans, useLingui } from '@lingui/react/macro';
import type { UserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import { useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { formatCo2, formatMeals, formatPeople } from './impact-labels.ts';
import { drawImpact, IMPACT_PICTURE } from './impact-picture.ts';

type Props = {
  readonly impact: UserImpact;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

/** A picture of one's own impact, drawn on the device; without a name unless one wants it. */
export function SharePicture({ impact, open, onOpenChange }: Props) {
  const { t } = useLingui();
  const { firstName } = useCurrentUser();
  const appName = useCommunity()?.appName ?? '';
  const [hasName, setHasName] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const meals = t`${formatMeals(impact.mealsShared)} saved`;
  const more = t`${formatCo2(impact.co2Saved)} of CO₂ avoided · ${formatPeople(impact.peopleHelped)} helped`;
  const by = hasName ? t`${firstName} on ${appName}` : appName;
  useEffect(() => {
    if (canvas.current) void drawImpact(canvas.current, { meals, more, by });
  }, [meals, more, by]);

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
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>A picture to share</Trans>}
      description={<Trans>It's drawn on your device. Nothing is sent until you share it.</Trans>}
      footer={
        <Button className="w-full" onClick={() => void share()}>
          <Trans>Share picture</Trans>
        </Button>
      }
    >
      <canvas
        ref={canvas}
        width={IMPACT_PICTURE.width}
        height={IMPACT_PICTURE.height}
        aria-hidden="true"
        className="mb-3 block h-auto w-full rounded-card border"
      />
      <p className="sr-only">{`${meals}. ${more}. ${by}`}</p>
      <Checkbox
        label={<Trans>With my first name</Trans>}
        checked={hasName}
        onChange={(event) => setHasName(event.target.checked)}
      />
    </Dialog>
  );
}

async function fileOf(canvas: HTMLCanvasElement | null): Promise<File | null> {
  if (!canvas) return null;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob && new File([blob], 'impact.png', { type: 'image/png' });
}
