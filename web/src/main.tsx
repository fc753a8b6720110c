import './app/browser-policy.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { prepareHome } from './app/routes.tsx';
import { loadTexts } from './app/texts.ts';
import { loadCommunity } from './features/community/community-settings.ts';
import './styles/index.css';

loadTexts();
prepareHome();
loadCommunity();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root to draw into');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
