import { Trans } from '@lingui/react/macro';
import { HandHeart, Search } from 'lucide-react';
import { useMe } from '#web/features/accounts/account.queries.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

/** A short welcome with the two things one comes for. */
export function Hero({ onFind }: { onFind: () => void }) {
  const { firstName } = useMe();
  return (
    <section
      aria-labelledby="welcome"
      className="flex flex-col gap-4 rounded-sheet bg-brand-soft p-5 text-brand-soft-ink sm:p-6 wide:flex-row wide:items-center wide:justify-between"
    >
      <h2 id="welcome" className="text-xl sm:text-2xl">
        <Trans>Hello {firstName}, what is on your table today?</Trans>
      </h2>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onFind} className="flex-1 whitespace-nowrap sm:flex-none">
          <Search aria-hidden="true" className="size-5" />
          <Trans>Find Food Near You</Trans>
        </Button>
        <LinkButton
          href={paths.tab('share')}
          variant="secondary"
          className="flex-1 border-transparent whitespace-nowrap sm:flex-none"
        >
          <HandHeart aria-hidden="true" className="size-5" />
          <Trans>Share Food</Trans>
        </LinkButton>
      </div>
    </section>
  );
}
