import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { errorMessage } from '#web/lib/http-error.ts';
import { useIsWide } from '#web/lib/use-media-query.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { requestLimitsQuery } from '../emergency.queries.ts';
import { RequestLimitNotice, currentRefusal } from './RequestLimitNotice.tsx';
import { HelpLines } from './HelpLines.tsx';
import { createDraftStorage, type DraftStorage } from './request-draft.ts';
import { defaultFields, fieldsFromRequest } from './request-fields.ts';
import { RequestForm, type RequestFormStart } from './RequestForm.tsx';

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** An earlier request that is asked once more; null for a new one. */
  readonly again?: EmergencyRequest | null;
  readonly onCreated?: (request: EmergencyRequest) => void;
};

/**
 * Asking the community for food. It closes without a question: what is written is kept, and is there when it is
 * opened again.
 */
export function RequestDialog({ open, onOpenChange, again = null, onCreated }: Props) {
  const me = useCurrentUser();
  const setting = useCommunity();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      title={<Trans>Emergency Food Request</Trans>}
      description={<Trans>Donors near you are told at once. You need not explain or prove anything.</Trans>}
    >
      {setting ? (
        <RequestPanel
          key={again?.id ?? 'new'}
          user={me}
          setting={setting}
          again={again}
          onCreated={(request) => {
            onOpenChange(false);
            onCreated?.(request);
          }}
          onClose={() => onOpenChange(false)}
        />
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </Dialog>
  );
}

type RequestPanelProps = {
  readonly user: User;
  readonly setting: MapSettings;
  /** An earlier request of theirs that is asked once more. */
  readonly again: EmergencyRequest | null;
  readonly onCreated: (request: EmergencyRequest) => void;
  readonly onClose: () => void;
};

function initialFormState(
  user: User,
  again: EmergencyRequest | null,
  storage: DraftStorage,
): RequestFormStart {
  if (again) return { fields: fieldsFromRequest(again), sent: null, note: 'again' };
  const draft = storage.load();
  const fields = defaultFields(user);
  if (!draft) return { fields, sent: null, note: null };
  return { fields: Object.assign(fields, draft.fields), sent: draft.sent, note: 'draft' };
}

/** The form, or why one cannot ask just now; and beside either, where else there is help. */
function RequestPanel({ user, setting, again, onCreated, onClose }: RequestPanelProps) {
  const nowMs = useNow();
  const isWide = useIsWide();
  const limits = useQuery(requestLimitsQuery);
  const [storage] = useState(() => createDraftStorage(user.id));
  const [opened, setOpened] = useState(() => ({
    number: 0,
    initial: initialFormState(user, again, storage),
  }));
  const refusal = limits.data ? currentRefusal(limits.data, nowMs) : null;
  const hasSentOpen = refusal === 'request-open' && opened.initial.sent !== null;
  // A try whose answer was lost has become the request that is open: nothing is left to be sent.
  useEffect(() => {
    if (hasSentOpen) storage.clear();
  }, [hasSentOpen, storage]);
  const [wasFormShown, setWasFormShown] = useState(false);
  const showsForm = !limits.isPending && refusal === null;
  if (showsForm && !wasFormShown) setWasFormShown(true);

  if (limits.isPending) return <Skeleton className="h-96 rounded-card" />;
  return (
    <div className="grid gap-6 wide:grid-cols-[1fr_18rem] wide:items-start wide:gap-8">
      <div className="wide:order-2">
        {limits.data ? (
          <HelpLines lines={limits.data.helpLines} folds={!isWide && refusal === null} />
        ) : (
          <ErrorState
            title={<Trans>We could not load where else there is help.</Trans>}
            onRetry={() => void limits.refetch()}
            retrying={limits.isFetching}
          >
            {errorMessage(limits.error)}
          </ErrorState>
        )}
      </div>
      {refusal !== null && limits.data ? (
        <RequestLimitNotice
          refusal={refusal}
          limits={limits.data}
          takesFocus={wasFormShown}
          onClose={onClose}
        />
      ) : (
        <RequestForm
          key={opened.number}
          setting={setting}
          storage={storage}
          initial={opened.initial}
          isReset={opened.number > 0}
          onReset={() =>
            setOpened(({ number }) => ({
              number: number + 1,
              initial: { fields: defaultFields(user), sent: null, note: null },
            }))
          }
          onCreated={onCreated}
        />
      )}
    </div>
  );
}
