import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Notice } from '#web/ui/Notice.tsx';
import { pickupCodeIn, qrReader } from './scan-code.ts';

/** Between two looks at the picture. */
const LOOK_MS = 200;

type Props = { readonly onCode: (digits: string) => void };

/** Reads the pickup code with the camera, which runs only while this is shown. */
export function Scanner({ onCode }: Props) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  const found = useEffectEvent(onCode);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: number | undefined;
    let isOver = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      // without a reader the camera is not even asked for
      const reader = await qrReader();
      if (isOver) return;
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment' },
        audio: false,
      });
      const picture = video.current;
      if (isOver || !picture) {
        stop();
        return;
      }
      picture.srcObject = stream;
      await picture.play();
      const look = async () => {
        const digits = pickupCodeIn(await reader.detect(picture).catch(() => []));
        if (isOver) return;
        if (digits === null) timer = window.setTimeout(() => void look(), LOOK_MS);
        else found(digits);
      };
      await look();
    };
    start().catch(() => {
      stop();
      if (!isOver) setRefused(true);
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop();
    };
  }, []);
  if (isRefused)
    return (
      <Notice announce>
        <Trans>We can't use the camera right now. You can type the four digits instead.</Trans>
      </Notice>
    );
  return (
    <div className="relative overflow-hidden rounded-control bg-ink">
      {/* A picture of the camera has no sound to caption. */}
      <video
        muted
        ref={video}
        playsInline
        aria-label={t`The camera, looking for the code`}
        className="aspect-4/3 w-full object-cover"
      />
    </div>
  );
}
