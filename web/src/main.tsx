import '#web/app/browser-policy.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#web/app/App.tsx';
import { prepareHome } from '#web/app/routes.tsx';
import { loadSignedOutTexts } from '#web/app/texts.ts';
import { loadCommunity } from '#web/features/community/community-settings.ts';
import '#web/styles/index.css';

loadSignedOutTexts();
prepareHome();
loadCommunity();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root to draw into');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
