import { Trans } from '@lingui/react/macro';
import { useAppName } from '#web/features/community/community-settings.ts';
import { LegalSection, LegalText } from './LegalText.tsx';

export function TermsOfUse() {
  const appName = useAppName();
  return (
    <LegalText>
      <LegalSection title={<Trans>What this is</Trans>}>
        <p>
          <Trans>
            {appName} is a place where neighbors give away extra food. An organizer in your community runs it,
            not the makers of its software. It's free to use, and food here is given, never sold.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Who can take part</Trans>}>
        <p>
          <Trans>
            You're old enough to agree to this where you live, or someone who takes care of you agrees. You
            have one account, in your own name or your organization's, and you keep its password to yourself.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>If you share food</Trans>}>
        <ul>
          <li>
            <Trans>
              Only share what you'd put on your own table, kept hot or cold as the Food Safety Guidelines say,
              and never past its use-by date.
            </Trans>
          </li>
          <li>
            <Trans>
              Be honest about what it is, what's in it, when it was made, and how long it keeps. If you don't
              know what's in it, say so.
            </Trans>
          </li>
          <li>
            <Trans>A business also follows the food laws that apply to it.</Trans>
          </li>
        </ul>
      </LegalSection>
      <LegalSection title={<Trans>If you take food</Trans>}>
        <ul>
          <li>
            <Trans>
              Look at it, smell it, and decide for yourself whether to eat it. No one here has checked it. Ask
              about allergens before you eat, every time.
            </Trans>
          </li>
          <li>
            <Trans>
              Come when you said you would. If you can't make it, cancel the pickup so someone else can have
              the food.
            </Trans>
          </li>
          <li>
            <Trans>Don't sell what you were given.</Trans>
          </li>
        </ul>
      </LegalSection>
      <LegalSection title={<Trans>How we treat each other</Trans>}>
        <ul>
          <li>
            <Trans>
              An address someone shares with you is for that one pickup. Don't pass it on or come back to it.
            </Trans>
          </li>
          <li>
            <Trans>
              No one owes anything for food: no money, no favors, no story about why they need it.
            </Trans>
          </li>
          <li>
            <Trans>No threats, no harassment, no hate, no advertising, nothing illegal.</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            You can block anyone and report what's wrong. The organizer can take down what breaks these terms
            and pause an account that does it again.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>What you write and post</Trans>}>
        <p>
          <Trans>
            Your words and photos stay yours. You let this community show them to the people they're for, as
            long as you leave them here. Show the food, not people or doors.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>What no one can promise</Trans>}>
        <p>
          <Trans>
            The people who share are responsible for the food, not the organizer, and you're responsible for
            what you eat. The service comes as is, without warranty: it may be wrong, slow, or unavailable. As
            far as the law allows, neither the organizer nor the makers of the software are liable for what
            comes of it. These terms don't take away any right the law gives you.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>Leaving</Trans>}>
        <p>
          <Trans>
            You can close your account anytime, on your profile under “Account and privacy”, and download your
            data first.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={<Trans>The software, and who to ask</Trans>}>
        <p>
          <Trans>
            The software is OpenLarder. It's free software under the GNU Affero General Public License,
            version 3: everyone who uses it here can get its source code from the organizer and run a
            community with it.
          </Trans>
        </p>
        <p>
          <Trans>
            Questions about these terms, an account, or how someone behaves? Ask this community's organizer:
            the person who runs it, and probably told you about it.
          </Trans>
        </p>
      </LegalSection>
    </LegalText>
  );
}
