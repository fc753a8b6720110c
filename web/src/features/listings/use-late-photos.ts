import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { arrivedPaths, arrivedPhotos, isUnderWay } from '#web/features/photos/photo-list.ts';
import type { usePhotoUploads } from '#web/features/photos/use-photo-uploads.ts';
import type { ShareDraft } from './share-draft.ts';
import type { DraftKeeper } from './share-draft-keeper.ts';

/** Photos that were still going out when their form was left, by person. */
const late = new Map<string, Promise<readonly Photo[]>>();

type Parts = {
  readonly personId: string;
  readonly photos: ReturnType<typeof usePhotoUploads>;
  readonly keeper: DraftKeeper;
  readonly draft: () => ShareDraft | null;
  /** The form is being shared, and waits for its photos itself. */
  readonly isSending: boolean;
};

/**
 * Lets photos arrive although the form is left meanwhile: they join the form when it is opened again, or what is kept
 * of it when it is not.
 */
export function useLatePhotos({ personId, photos, keeper, draft, isSending }: Parts): void {
  const { uploads, keepFor } = photos;
  useEffect(() => {
    const join = async (coming: Promise<readonly Photo[]>) => {
      const photosThen = await coming;
      const here = new Set(arrivedPaths(uploads.items()));
      uploads.addStored(photosThen.filter(({ objectPath }) => !here.has(objectPath)));
    };
    const coming = late.get(personId);
    late.delete(personId);
    if (coming) void join(coming);
  }, [personId, uploads]);

  const onLeave = useEffectEvent(() => {
    if (isSending || keeper.isOver() || !uploads.items().some(isUnderWay)) return;
    const { promise: coming, resolve } = Promise.withResolvers<readonly Photo[]>();
    const wait = async () => {
      await uploads.settled();
      resolve(arrivedPhotos(uploads.items()));
      if (late.get(personId) !== coming) return;
      late.delete(personId);
      keeper.keep(draft());
    };
    late.set(personId, coming);
    keepFor(wait());
  });
  // A layout effect is cleaned up before the uploads stop what is under way.
  useLayoutEffect(() => () => onLeave(), []);
}
