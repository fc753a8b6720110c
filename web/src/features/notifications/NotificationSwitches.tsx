import { Trans } from '@lingui/react/macro';
import type { NotificationSettings } from '@openlarder/domain/notifications/notification-contract.ts';
import {
  APP_GROUPS,
  type AppGroup,
  MAIL_TOPICS,
  type MailTopic,
  type NotificationGroup,
} from '@openlarder/domain/notifications/notification-kinds.ts';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { NOTIFICATION_SETTINGS_ID, useNotificationSettings } from './notifications.queries.ts';

type Change = (wanted: NotificationSettings) => void;
type PartProps = { readonly settings: NotificationSettings; readonly change: Change };

type NotificationSwitchesProps = {
  readonly isDonor: boolean;
  /** Where mails go; null where the community sends none. */
  readonly email: string | null;
};

/** What a person hears about in the app and by mail, and the quiet hours. Every change is saved immediately. */
export function NotificationSwitches({ isDonor, email }: NotificationSwitchesProps) {
  const { settings, change } = useNotificationSettings();
  return (
    <section aria-labelledby={NOTIFICATION_SETTINGS_ID}>
      <h2 id={NOTIFICATION_SETTINGS_ID} className="scroll-mt-24 text-xl">
        <Trans>Notifications</Trans>
      </h2>
      {email !== null && (
        <p className="mt-1 text-muted">
          <Trans>We'll send emails to {email}, unless you've already seen the news here.</Trans>
        </p>
      )}
      {settings.isPending && <Skeleton className="mt-3 h-96 rounded-card" />}
      {settings.isError && !settings.data && (
        <QueryError of={settings} title={<Trans>We couldn't load your settings.</Trans>} />
      )}
      {settings.data && (
        <>
          <Switches settings={settings.data} change={change} isDonor={isDonor} hasMail={email !== null} />
          <p className="mt-3 text-sm text-muted">
            <Trans>
              Some things we'll always show you: help with a request for food, pickups marked as missed or
              disputed, and anything about your account or your safety.
            </Trans>{' '}
            {email !== null && <Trans>We'll always send emails about your account, too.</Trans>}
          </p>
          {email !== null && (
            <div className="mt-3">
              <QuietHours settings={settings.data} change={change} />
            </div>
          )}
        </>
      )}
    </section>
  );
}

type Group = {
  readonly group: NotificationGroup;
  readonly label: ReactNode;
  readonly hint: ReactNode;
};

type Who = { readonly isDonor: boolean; readonly hasMail: boolean };

/** In the order of the table. Alerts go to donors alone. */
const groupsFor = ({ isDonor, hasMail }: Who): readonly Group[] => [
  {
    group: 'claims',
    label: <Trans>Claims</Trans>,
    hint: <Trans>When someone claims or cancels, and how it turned out</Trans>,
  },
  {
    group: 'pickups',
    label: <Trans>Pickups</Trans>,
    hint: <Trans>Times to meet, a reminder an hour before, and how it went</Trans>,
  },
  {
    group: 'messages',
    label: <Trans>Messages and thank-yous</Trans>,
    hint: hasMail ? (
      <Trans>We'll email you if one has been waiting for five minutes</Trans>
    ) : (
      <Trans>When someone writes to you, or thanks you for food</Trans>
    ),
  },
  {
    group: 'endings',
    label: <Trans>Food that ends soon</Trans>,
    hint: <Trans>Yours, or a neighbor's close to you</Trans>,
  },
  ...(isDonor
    ? [
        {
          group: 'alerts',
          label: <Trans>Neighbors who need food</Trans>,
          hint: <Trans>When someone near you asks for food</Trans>,
        } as const,
      ]
    : []),
  // always in the app: only mails have a switch
  ...(hasMail
    ? [
        {
          group: 'help',
          label: <Trans>Help with a request</Trans>,
          hint: <Trans>Who's helping with yours, and news of those you help with</Trans>,
        } as const,
      ]
    : []),
];

const isAppGroup = (group: NotificationGroup): group is AppGroup => APP_GROUPS.some((one) => one === group);
const isMailTopic = (group: NotificationGroup): group is MailTopic =>
  MAIL_TOPICS.some((one) => one === group);

type SwitchesProps = PartProps & Who;

/** A row for each group, with a switch in the app and one for mails side by side. */
function Switches({ settings, change, ...who }: SwitchesProps) {
  const { app, mail } = settings;
  return (
    <table className="mt-3 w-full border-collapse">
      <thead className={who.hasMail ? undefined : 'sr-only'}>
        <tr className="text-start text-sm text-muted">
          <th scope="col" className="pb-1 text-start font-semibold">
            <Trans>What it's about</Trans>
          </th>
          <th id="shown-in-app" scope="col" className="px-2 pb-1 text-center font-semibold">
            <Trans>In the app</Trans>
          </th>
          {who.hasMail && (
            <th id="sent-by-mail" scope="col" className="ps-2 pb-1 text-center font-semibold">
              <Trans>By email</Trans>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {groupsFor(who).map(({ group, label, hint }) => (
          <tr key={group} className="border-t border-line">
            <th scope="row" className="py-2.5 pe-2 text-start font-normal">
              <span id={`group-${group}`} className="block font-semibold">
                {label}
              </span>
              <span id={`about-${group}`} className="block text-sm text-muted">
                {hint}
              </span>
            </th>
            <td className="px-2 text-center text-sm text-muted">
              {isAppGroup(group) ? (
                <Switch
                  group={group}
                  way="shown-in-app"
                  checked={app[group]}
                  onChange={(on) => change({ ...settings, app: { ...app, [group]: on } })}
                />
              ) : (
                <Trans>Always</Trans>
              )}
            </td>
            {who.hasMail && (
              <td className="ps-2 text-center text-sm text-muted">
                {isMailTopic(group) ? (
                  <Switch
                    group={group}
                    way="sent-by-mail"
                    checked={mail[group]}
                    onChange={(on) => change({ ...settings, mail: { ...mail, [group]: on } })}
                  />
                ) : (
                  <Trans>Never</Trans>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SwitchProps = {
  readonly group: NotificationGroup;
  /** The id of its column's heading. */
  readonly way: 'shown-in-app' | 'sent-by-mail';
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
};

/** Named by its row and column. */
const Switch = ({ group, way, checked, onChange }: SwitchProps) => (
  <label className="inline-flex size-12 items-center justify-center">
    <input
      type="checkbox"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      aria-labelledby={`group-${group} ${way}`}
      aria-describedby={`about-${group}`}
      className="relative h-7 w-12 appearance-none rounded-full border-2 border-control bg-sunken transition-colors duration-150 before:absolute before:start-0.5 before:top-0.5 before:size-5 before:rounded-full before:bg-control before:transition-transform before:duration-150 checked:border-brand checked:bg-brand checked:before:translate-x-5 checked:before:bg-on-brand rtl:checked:before:-translate-x-5 forced-colors:appearance-auto forced-colors:before:hidden"
    />
  </label>
);

const NIGHT = { from: '22:00', until: '07:00' } as const;

function QuietHours({ settings, change }: PartProps) {
  const { quietHours } = settings;
  return (
    <>
      <Checkbox
        label={<Trans>No emails at night</Trans>}
        hint={<Trans>If you've asked for food, we'll still email you when someone wants to help.</Trans>}
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
