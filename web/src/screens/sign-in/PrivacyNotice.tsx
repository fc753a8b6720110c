import { Trans } from '@lingui/react/macro';
import { useAppName, useCommunity } from '#web/features/community/community-settings.ts';
import { LegalSection, LegalText } from './LegalText.tsx';

/** What is stored about a person, who sees it, for how long, and what they can do about it. */
export function PrivacyNotice() {
  const appName = useAppName();
  const community = useCommunity();
  return (
    <LegalText>
      <p>
        <Trans>
          {appName} keeps what it needs to bring food from one table to another, and nothing to sell: no
          tracking, no profiles for advertisers, no scripts of other companies. The organizer of this
          community runs the server and answers for it.
        </Trans>
      </p>
      <LegalSection title={<Trans>What is kept</Trans>}>
        <ul>
          <li>
            <Trans>
              <strong>Your account</strong>: name, e-mail address, your password in a form that cannot be read
              back, what brings you here, your language, how far you go, and the diets and allergens you told
              us.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Your places</strong>: the address and the point you gave, and beside them a public point
              250 to 400 m away, drawn once.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>What you do here</strong>: food you share and claim, handovers, messages, notifications,
              whom you block and what you report.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Photos</strong>, made anew on arrival, so that nothing hidden in the file, such as where
              it was taken, is kept.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Where you are signed in</strong>: a cookie that only keeps you signed in, since when,
              and a coarse name of the device such as “Firefox, Android”. For a day after you signed up, a
              second cookie remembers that it was in this browser.
            </Trans>
          </li>
        </ul>
        <p>
          <Trans>
            Your network address is counted for a while against guessing and flooding, and not kept. The
            server’s log holds no names, messages or addresses.
          </Trans>
        </p>
        {community && !community.sendsMail && (
          <p>
            <Trans>
              One exception: this community sends no mail, so what would be mailed to you is written there,
              such as a link to a new password with the address it is for. The organizer finds it for you.
            </Trans>
          </p>
        )}
      </LegalSection>
      <LegalSection title={<Trans>Who sees what</Trans>}>
        <ul>
          <li>
            <Trans>
              <strong>Everybody who is signed in</strong>: your first name and the first letter of your last
              name, the food you offer with its photos, and the neighborhood with the public point. Never your
              e-mail address.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>The one person you arrange a pickup with</strong>: your whole name, what you write to
              each other, and your address, instructions and phone number only once you tap “Share my address”
              or chose to share them at once. They see the place until the pickup is let go or 24 hours after
              it is done.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Nobody else here</strong>: your diets, the allergens you avoid, and how far you go. They
              only choose food for you.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>A business</strong> is public: its name, its kind and the address it registered,
              unmoved.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>The organizer</strong> reads what is reported. Whoever runs the server is technically
              able to read what is on it, and may do so only to keep it running and safe.
            </Trans>
          </li>
        </ul>
        {community?.mapTiles && (
          <p>
            <Trans>
              The pictures of the map come from another server, named in the map’s corner. It learns which
              part of the map you look at.
            </Trans>
          </p>
        )}
        {community?.identityProvider && (
          <p>
            <Trans>
              If you continue with {community.identityProvider.name}, it learns that you came here, and tells
              us your name and e-mail address.
            </Trans>
          </p>
        )}
        {community?.sendsMail && (
          <p>
            <Trans>Mail to you goes through the mail server that the organizer chose.</Trans>
          </p>
        )}
      </LegalSection>
      <LegalSection title={<Trans>How long</Trans>}>
        <ul>
          <li>
            <Trans>Account, places, food, messages and handovers: until you close your account.</Trans>
          </li>
          <li>
            <Trans>A sign-in: 90 days, or until you sign out. Links in mails: an hour or a day.</Trans>
          </li>
          <li>
            <Trans>A photo that belongs to no food: 24 hours. What the live view passes on: 24 hours.</Trans>
          </li>
          <li>
            <Trans>
              The public point of your home, for two years after you close your account, without your name and
              under a key that only the server has: if you come back, nobody learns more of where you live.
            </Trans>
          </li>
          <li>
            <Trans>
              Backups that the organizer makes hold for longer what is gone here; ask how long, if it matters.
            </Trans>
          </li>
        </ul>
      </LegalSection>
      <LegalSection title={<Trans>What you can do</Trans>}>
        <ul>
          <li>
            <Trans>
              <strong>See and change</strong> what you told us: on your profile.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Take it with you</strong>: a file with all that is kept about you, on your profile under
              “Account and privacy”.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Close your account</strong>, in the same place. Your name, e-mail address, places,
              photos and sign-ins are deleted at once, what is open is withdrawn and let go. Messages you
              wrote stay with those you wrote to, as from a “Deleted account”; so does the title of food they
              had from you. Handovers and reports stay without your name.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Ask or object</strong>: the organizer of this community answers. If that does not help,
              the data protection authority where you live does.
            </Trans>
          </li>
        </ul>
      </LegalSection>
    </LegalText>
  );
}
