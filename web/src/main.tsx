import '#web/app/browser-policy.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#web/app/App.tsx';
import { loadErrorTexts, startTexts } from '#web/app/i18n/i18n.ts';
import { loadScreenInPage, prepareHome } from '#web/app/routes.tsx';
import { styleSheetSettled } from '#web/app/style-sheet.ts';
import { surviveTranslation } from '#web/app/translated-page.ts';
import { hasNoSession } from '#web/features/accounts/fetch-current-user.ts';
import { loadCommunity } from '#web/features/community/community-settings.ts';
import { startDiscreetMode } from '#web/lib/discreet-mode.ts';
import { followServerClock } from '#web/lib/server-clock.ts';
import { chosenTheme, showTheme } from '#web/lib/theme.ts';
import '#web/styles/index.css';

surviveTranslation();
followServerClock();
showTheme(chosenTheme());
startDiscreetMode({ mayHaveSession: !hasNoSession() });
const textsReady = startTexts();
prepareHome();
loadCommunity();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root to draw into');
const page = createRoot(root);

/** The app has no service worker: one that is there is of another app, which was at this address before. */
async function endForeignWorkers(): Promise<void> {
  // not everywhere, and refused with storage
  const registered = await navigator.serviceWorker?.getRegistrations().catch(() => []);
  for (const worker of registered ?? []) await worker.unregister();
}

/** Resolves when a screen has been painted: each has a `main`, but not the spinner before it. */
async function screenShown(within: HTMLElement): Promise<void> {
  await new Promise<void>((resolve) => {
    const watch = new MutationObserver(() => {
      if (!within.querySelector('main')) return;
      watch.disconnect();
      setTimeout(resolve);
    });
    watch.observe(within, { childList: true, subtree: true });
  });
}

async function start(screen: HTMLElement): Promise<void> {
  await Promise.all([textsReady, styleSheetSettled(), loadScreenInPage(screen)]);
  // A transition: a slow phone renders in short tasks, between which it answers to a finger.
  startTransition(() =>
    page.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  await screenShown(screen);
  await loadErrorTexts();
  await import('#web/app/entered-values.ts');
  await endForeignWorkers();
}

// the page itself says so in an old browser
if (document.documentElement.dataset['tooOld'] === undefined) void start(root);
