import { Trans } from '@lingui/react/macro';
import { useAppName } from '#web/features/community/community-settings.ts';
import { LegalSection, LegalText } from './LegalText.tsx';

/** The terms of use in plain words. */
export function TermsOfUse() {
  const appName = useAppName();
  return (
    <LegalText>
      <LegalSection title={<Trans>What this is</Trans>}>
        <p>
          <Trans>
            {appName} is a place where neighbors give away food that is left over. It is run by an organizer
            of your community, not by the makers of its software. Using it costs nothing, and food here is
            given, never sold.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Who may take part</Trans>}>
        <p>
          <Trans>
            You are old enough to agree to this where you live, or somebody who looks after you agrees. You
            have one account, in your own name or your organization’s, and keep its password to yourself.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>If you share food</Trans>}>
        <ul>
          <li>
            <Trans>
              Share only what you would put on your own table, kept hot or cold as the Food Safety Guidelines
              say, and never past its use-by date.
            </Trans>
          </li>
          <li>
            <Trans>
              Say honestly what it is, what is in it, when it was made and how long it keeps. When you do not
              know what is in it, say that.
            </Trans>
          </li>
          <li>
            <Trans>A business also keeps to the food law that holds for it.</Trans>
          </li>
        </ul>
      </LegalSection>
      <LegalSection title={<Trans>If you take food</Trans>}>
        <ul>
          <li>
            <Trans>
              Look at it, smell it, and decide for yourself whether to eat it. Nobody here has checked it. Ask
              about allergens before you eat, every time.
            </Trans>
          </li>
          <li>
            <Trans>
              Come when you said you would. If you cannot, let the pickup go, so that somebody else can have
              it.
            </Trans>
          </li>
          <li>
            <Trans>Do not sell what you were given.</Trans>
          </li>
        </ul>
      </LegalSection>
      <LegalSection title={<Trans>How we treat each other</Trans>}>
        <ul>
          <li>
            <Trans>
              An address you were shown is for that one pickup. Do not pass it on or come back to it.
            </Trans>
          </li>
          <li>
            <Trans>Nobody owes anything for food: no money, no favor, no story of why they need it.</Trans>
          </li>
          <li>
            <Trans>
              No threats, no harassment, no hate, no advertising, nothing that is against the law.
            </Trans>
          </li>
        </ul>
        <p>
          <Trans>
            You can block anybody and report what is wrong. The organizer may take down what breaks these
            terms, and pause an account that does it again.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>What you write and show</Trans>}>
        <p>
          <Trans>
            Your words and photos stay yours. You let this community show them to the people they are for, for
            as long as you leave them here. Show the food, not people or doors.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>What nobody promises</Trans>}>
        <p>
          <Trans>
            The people who share, not the organizer, answer for the food, and you answer for what you eat. The
            service comes as it is, without warranty: it may be wrong, slow or away. As far as the law allows,
            neither the organizer nor the makers of the software are liable for what comes of it. What the law
            gives you, these terms do not take away.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Leaving</Trans>}>
        <p>
          <Trans>
            You can close your account at any time, on your profile under “Account and privacy”, and take a
            copy of your data with you before.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>The software, and whom to ask</Trans>}>
        <p>
          <Trans>
            The software is OpenLarder. It is free software under the GNU Affero General Public License,
            version 3: everybody who uses it here may have its source, from the organizer, and run a community
            with it.
          </Trans>
        </p>
        <p>
          <Trans>
            Questions about these terms, about an account or about somebody’s conduct go to the organizer of
            this community: whoever runs it, and probably told you of it.
          </Trans>
        </p>
      </LegalSection>
    </LegalText>
  );
}
