import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/emergency-contract.ts';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MapSetting } from '#web/features/places/map-setting.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { useIsWide } from '#web/lib/use-media-query.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AskingRefused } from './AskingRefused.tsx';
import { refusalNow } from './asking-now.ts';
import { askingQuery } from './emergency.queries.ts';
import { HelpLines } from './HelpLines.tsx';
import { type DraftBox, makeDraftBox } from './request-draft.ts';
import { fieldsAgain, firstFields } from './request-fields.ts';
import { RequestForm, type RequestOpening } from './RequestForm.tsx';

type Props = {
  readonly user: User;
  readonly setting: MapSetting;
  /** An earlier request of theirs that is asked once more. */
  readonly again: EmergencyRequest | null;
  readonly onAsked: (request: EmergencyRequest) => void;
  readonly onLeave: () => void;
};

function openingOf(user: User, again: EmergencyRequest | null, box: DraftBox): RequestOpening {
  if (again) return { fields: fieldsAgain(again), sent: null, note: 'again' };
  const kept = box.read();
  const first = firstFields(user);
  if (!kept) return { fields: first, sent: null, note: null };
  return { fields: Object.assign(first, kept.fields), sent: kept.sent, note: 'kept' };
}

/** The form, or why one cannot ask just now; and beside either, where else there is help. */
export function RequestDesk({ user, setting, again, onAsked, onLeave }: Props) {
  const nowMs = useNow();
  const isWide = useIsWide();
  const asking = useQuery(askingQuery);
  const [box] = useState(() =>
    makeDraftBox({ personId: user.id, storage: window.localStorage, nowMs: () => Date.now() }),
  );
  const [opened, setOpened] = useState(() => ({ number: 0, opening: openingOf(user, again, box) }));
  const refusal = asking.data ? refusalNow(asking.data, nowMs) : null;
  const hasSentOpen = refusal === 'request-open' && opened.opening.sent !== null;
  // A try whose answer was lost has become the request that is open: nothing is left to be sent.
  useEffect(() => {
    if (hasSentOpen) box.forget();
  }, [hasSentOpen, box]);
  const [wasForm, setWasForm] = useState(false);
  const showsForm = !asking.isPending && refusal === null;
  if (showsForm && !wasForm) setWasForm(true);

  if (asking.isPending) return <Skeleton className="h-96 rounded-card" />;
  return (
    <div className="grid gap-6 wide:grid-cols-[1fr_18rem] wide:items-start wide:gap-8">
      <div className="wide:order-2">
        {asking.data ? (
          <HelpLines lines={asking.data.helpLines} folds={!isWide && refusal === null} />
        ) : (
          <ErrorState
            title={<Trans>We could not load where else there is help.</Trans>}
            onRetry={() => void asking.refetch()}
            retrying={asking.isFetching}
          >
            {sentenceOf(asking.error)}
          </ErrorState>
        )}
      </div>
      {refusal !== null && asking.data ? (
        <AskingRefused refusal={refusal} asking={asking.data} takesKeyboard={wasForm} onLeave={onLeave} />
      ) : (
        <RequestForm
          key={opened.number}
          setting={setting}
          box={box}
          opening={opened.opening}
          isReopened={opened.number > 0}
          onStartAfresh={() =>
            setOpened(({ number }) => ({
              number: number + 1,
              opening: { fields: firstFields(user), sent: null, note: null },
            }))
          }
          onAsked={onAsked}
        />
      )}
    </div>
  );
}
