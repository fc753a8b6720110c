import { Trans } from '@lingui/react/macro';
import { useAppName, useCommunity } from '#web/features/community/community-settings.ts';
import { LegalSection, LegalText } from './LegalText.tsx';

export function PrivacyNotice() {
  const appName = useAppName();
  const community = useCommunity();
  return (
    <LegalText>
      <p>
        <Trans>
          {appName} stores what it needs to get food from one table to another, and nothing to sell: no
          tracking, no advertising profiles, no scripts from other companies. This community's organizer runs
          the server and is responsible for it.
        </Trans>
      </p>
      <LegalSection title={<Trans>What we store</Trans>}>
        <ul>
          <li>
            <Trans>
              <strong>Your account</strong>: your name, your email, your password in a form no one can read
              back, what brings you here, your language, how far you'll go for food, and any diets, allergens,
              and household size you told us about.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Your places</strong>: the address and the point you gave us. For everyone else, your
              home is one fixed spot on the map that it shares with all the homes around it. That spot never
              tells where in the neighborhood you live, however often you move the pin.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>What you do here</strong>: the food you share and claim, pickups, messages,
              notifications, who you block, and what you report.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Photos</strong>: we redraw each one when it arrives, so we don't keep anything hidden in
              the file, like where it was taken.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Where you're signed in</strong>: a cookie that only keeps you signed in, when you signed
              in, and a rough device name like “Firefox, Android”. For a day after you sign up, a second
              cookie remembers that it was in this browser.
            </Trans>{' '}
            <Trans>
              One that stays tells us that this device has signed in, so that other people's guesses at your
              password don't keep you out. It names no one.
            </Trans>{' '}
            <Trans>
              If you keep it discreet, one more cookie remembers that until you sign out. A light or dark look
              that you choose is a cookie on that device, too.
            </Trans>
          </li>
        </ul>
        <p>
          <Trans>
            For a while, we count what comes from your network address to stop password guessing and abuse. We
            don't store the address. The server's log has no names, messages, or addresses.
          </Trans>
        </p>
        {community && !community.sendsMail && (
          <p>
            <Trans>
              One exception: this community doesn't send email, so anything we'd email you, like a link to a
              new password with the address it's for, goes into that log. The organizer can find it for you.
            </Trans>
          </p>
        )}
      </LegalSection>
      <LegalSection title={<Trans>Who sees what</Trans>}>
        <ul>
          <li>
            <Trans>
              <strong>Everyone who's signed in</strong>: your first name and last initial, the food you share
              with its photos, and your neighborhood with the spot it shares. Never your email.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>When you ask for food</strong>, donors nearby see what you need and the area it comes
              from, big enough for at least ten of us, or only our community's name. You're “A neighbor”
              unless you choose to show your first name. What else you write reaches only the person who helps
              you. The address you type stays in your browser until you share it with them.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>The one person you arrange a pickup with</strong>: your first name, your full name once
              the pickup is done, and what you write to each other. If you asked for food as “A neighbor”, you
              stay that until you tell them your name. They see your address, instructions, and phone number
              only once you tap “Share my address” or if you chose to share them automatically, and only until
              the pickup is canceled or 24 hours after it's done.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>No one else here</strong>: your diets, the allergens you avoid, your household size, and
              how far you'll go. We only use them to find food that suits you.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>A business</strong> is public: its name, its type, and the exact address it registered.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>The organizer</strong> reads what people report. Whoever runs the server is technically
              able to read what's on it, and may do so only to keep it running and safe.
            </Trans>
          </li>
        </ul>
        {community?.mapTiles?.format === 'raster' && (
          <p>
            <Trans>
              The map's images come from another server, named in the corner of the map. It can tell which
              part of the map you're looking at.
            </Trans>
          </p>
        )}
        {community?.identityProvider && (
          <p>
            <Trans>
              If you continue with {community.identityProvider.name}, it learns that you came here and gives
              us your name and email.
            </Trans>
          </p>
        )}
        {community?.payments && (
          <p>
            <Trans>
              If you donate, our card provider Stripe handles the payment. On the payment step it learns your
              card details and that you came here; we learn the amount and how it was paid, never your card.
            </Trans>
          </p>
        )}
        {community?.sendsMail && (
          <p>
            <Trans>Our emails to you go through the mail server the organizer chose.</Trans>
          </p>
        )}
      </LegalSection>
      <LegalSection title={<Trans>How long we keep it</Trans>}>
        <ul>
          <li>
            <Trans>Your account, places, food, messages, and pickups: until you close your account.</Trans>
          </li>
          {community?.sendsMail && (
            <li>
              <Trans>A sign-up: a day, unless you open the email we send you.</Trans>
            </li>
          )}
          <li>
            <Trans>
              An address you shared with your helper: until they stop helping, or 24 hours after you got the
              food.
            </Trans>
          </li>
          <li>
            <Trans>
              A place to meet that you named for a request: until the request ends, or 24 hours after you got
              the food.
            </Trans>
          </li>
          <li>
            <Trans>A sign-in: 90 days, or until you sign out. Links in emails: an hour or a day.</Trans>
          </li>
          <li>
            <Trans>
              A photo that doesn't belong to any food: 24 hours. What live updates pass on: 24 hours.
            </Trans>
          </li>
          <li>
            <Trans>
              If someone blocked you, or the organizer paused your account: two years after you close it,
              without your name and under a key that only the server has, so it still holds if you come back.
            </Trans>
          </li>
          <li>
            <Trans>
              The organizer's backups may keep what's gone here for longer. Ask how long if it matters to you.
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
              <strong>Take it with you</strong>: download everything we store about you, on your profile under
              “Account and privacy”.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Close your account</strong>, in the same place. We'll delete your name, email, places,
              photos, and sign-ins right away, take down your food, and cancel anything open. The people you
              wrote to keep your messages, shown as from a “Deleted account”, and the titles of food they got
              from you. Pickups and reports stay, without your name.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Ask or object</strong>: this community's organizer will answer. If that doesn't help,
              contact the data protection authority where you live.
            </Trans>
          </li>
        </ul>
      </LegalSection>
    </LegalText>
  );
}
