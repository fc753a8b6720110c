import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { useIsWide } from '#web/lib/use-media-query.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { requestLimitsQuery } from '../emergency.queries.ts';
import { LoadedHelpLines } from '../requests/HelpLines.tsx';
import { createRequestDraftStorage, type RequestDraftStorage } from './request-draft.ts';
import { defaultFields, fieldsFromRequest } from './request-fields.ts';
import { RequestForm, type RequestFormStart } from './RequestForm.tsx';
import { currentRefusal, RequestLimitNotice } from './RequestLimitNotice.tsx';

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** An earlier request to repeat; null for a new one. */
  readonly repeatOf?: EmergencyRequest | null;
  readonly onCreated?: (request: EmergencyRequest) => void;
};

/** The request form. It closes without confirmation, as the draft is kept until the dialog opens later. */
export function RequestDialog({ open, onOpenChange, repeatOf = null, onCreated }: Props) {
  const me = useCurrentUser();
  const setting = useCommunity();
  const nowMs = useNow();
  const limits = useQuery({ ...requestLimitsQuery, enabled: open }).data;
  const hasOpen = limits !== undefined && currentRefusal(limits, nowMs) === 'request-open';
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      title={hasOpen ? <Trans>Help lines</Trans> : <Trans>Emergency Food Request</Trans>}
    >
      {setting ? (
        <RequestPanel
          key={repeatOf?.id ?? 'new'}
          user={me}
          setting={setting}
          repeatOf={repeatOf}
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
  readonly repeatOf: EmergencyRequest | null;
  readonly onCreated: (request: EmergencyRequest) => void;
  readonly onClose: () => void;
};

function initialFormState(
  user: User,
  repeatOf: EmergencyRequest | null,
  storage: RequestDraftStorage,
): RequestFormStart {
  if (repeatOf) return { fields: fieldsFromRequest(repeatOf, user), sent: null, note: 'repeat' };
  const draft = storage.load();
  const fields = defaultFields(user);
  if (!draft) return { fields, sent: null, note: null };
  return { fields: Object.assign(fields, draft.fields), sent: draft.sent, note: 'draft' };
}

/** The form, or why the person cannot ask now, with help lines beside it. */
function RequestPanel({ user, setting, repeatOf, onCreated, onClose }: RequestPanelProps) {
  const nowMs = useNow();
  const isWide = useIsWide();
  const limits = useQuery(requestLimitsQuery);
  const [opened, setOpened] = useState(() => {
    const draft = createRequestDraftStorage(user.id);
    return { number: 0, storage: draft, initial: initialFormState(user, repeatOf, draft) };
  });
  const { storage } = opened;
  const refusal = limits.data ? currentRefusal(limits.data, nowMs) : null;
  const hasSentOpen = refusal === 'request-open' && opened.initial.sent !== null;
  // An attempt whose answer was lost has become the open request: the draft is sent.
  useEffect(() => {
    if (hasSentOpen) storage.save(null);
  }, [hasSentOpen, storage]);
  const [wasFormShown, setWasFormShown] = useState(false);
  const showsForm = !limits.isPending && refusal === null;
  if (showsForm && !wasFormShown) setWasFormShown(true);

  if (limits.isPending) return <Skeleton className="h-96 rounded-card" />;
  const help = <LoadedHelpLines />;
  // beside the questions there is no room for it: one tap away
  const isFolded = !isWide && refusal === null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 wide:grid-cols-[minmax(0,1fr)_18rem] wide:items-start wide:gap-8">
      {!isFolded && <div className="wide:order-2">{help}</div>}
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
          foldedHelp={isFolded ? help : null}
          isReset={opened.number > 0}
          onReset={() =>
            setOpened(({ number }) => ({
              number: number + 1,
              storage: createRequestDraftStorage(user.id),
              initial: { fields: defaultFields(user), sent: null, note: null },
            }))
          }
          onCreated={onCreated}
        />
      )}
    </div>
  );
}
