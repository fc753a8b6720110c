import { Trans } from '@lingui/react/macro';
import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from '@openlarder/domain/notifications/notification-contract.ts';
import type { MailTopic } from '@openlarder/domain/notifications/notification-kinds.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { dropEarlierAnswers } from '#web/lib/earlier-answers.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast-store.ts';

type Change = (wanted: NotificationSettings) => void;

/** Which mails a person gets, and the quiet hours. Every change is saved immediately. */
export function MailSettings({ email }: { readonly email: string }) {
  const { settings, change } = useNotificationSettings();
  return (
    <section aria-labelledby="mail-settings">
      <h2 id="mail-settings" className="text-xl">
        <Trans>Emails</Trans>
      </h2>
      <p className="mt-1 text-muted">
        <Trans>We'll send them to {email}. You'll always find everything under the bell, too.</Trans>
      </p>
      {settings.isPending && <Skeleton className="mt-3 h-56 rounded-card" />}
      {settings.isError && !settings.data && (
        <ErrorState
          title={<Trans>We couldn't load your settings.</Trans>}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        >
          {errorMessage(settings.error)}
        </ErrorState>
      )}
      {settings.data && (
        <div className="mt-2 flex flex-col gap-1">
          <Topics settings={settings.data} change={change} />
          <QuietHours settings={settings.data} change={change} />
        </div>
      )}
    </section>
  );
}

type PartProps = { readonly settings: NotificationSettings; readonly change: Change };

function Topics({ settings, change }: PartProps) {
  const topic = (name: MailTopic, label: ReactNode) => (
    <Checkbox
      label={label}
      checked={settings.mail[name]}
      onChange={(event) => change({ ...settings, mail: { ...settings.mail, [name]: event.target.checked } })}
    />
  );
  return (
    <>
      {topic('claims', <Trans>When someone claims or cancels, and how it turned out</Trans>)}
      {topic('pickups', <Trans>An hour before a pickup, and afterward to ask how it went</Trans>)}
      {topic('messages', <Trans>When a message has been waiting for me for five minutes</Trans>)}
      {topic(
        'requests',
        <Trans>When someone near me needs food, and what happens with my own requests</Trans>,
      )}
    </>
  );
}

/** The default quiet hours. */
const NIGHT = { from: '22:00', until: '07:00' } as const;

function QuietHours({ settings, change }: PartProps) {
  const { quietHours } = settings;
  return (
    <>
      <Checkbox
        label={<Trans>No emails at night</Trans>}
        checked={quietHours !== null}
        onChange={(event) => change({ ...settings, quietHours: event.target.checked ? NIGHT : null })}
      />
      {quietHours && (
        <div className="flex gap-4 ps-9">
          <WallTime
            key={`from-${quietHours.from}`}
            label={<Trans>From</Trans>}
            value={quietHours.from}
            onSettled={(from) => change({ ...settings, quietHours: { ...quietHours, from } })}
          />
          <WallTime
            key={`until-${quietHours.until}`}
            label={<Trans>Until</Trans>}
            value={quietHours.until}
            onSettled={(until) => change({ ...settings, quietHours: { ...quietHours, until } })}
          />
        </div>
      )}
    </>
  );
}

type WallTimeProps = {
  readonly label: ReactNode;
  readonly value: string;
  readonly onSettled: (value: string) => void;
};

/** A time of day. Calls `onSettled` on blur, as the value is incomplete while typing. */
function WallTime({ label, value, onSettled }: WallTimeProps) {
  const [typed, setTyped] = useState(value);
  return (
    <TextField
      type="time"
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed === '') setTyped(value);
        else if (typed !== value) onSettled(typed);
      }}
    />
  );
}

const settingsQuery = endpointQuery(getNotificationSettings);

/** The mail settings, with optimistic updates. */
function useNotificationSettings() {
  const queryClient = useQueryClient();
  const { queryKey } = settingsQuery;
  const settings = useQuery(settingsQuery);
  const saving = useMutation({
    // Requests run one after the other, so that the last change wins.
    scope: { id: 'notification-settings' },
    mutationFn: (wanted: NotificationSettings) => call(updateNotificationSettings, { body: wanted }),
    onMutate: (wanted) => {
      dropEarlierAnswers(queryClient, { queryKey });
      queryClient.setQueryData(queryKey, wanted);
    },
    onError: (error) => {
      if (!handleUnauthorized(error)) toast({ title: errorMessage(error), tone: 'destructive' });
    },
  });
  return { settings, change: saving.mutate };
}
