import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/**
 * Debian's headless Chromium and an emoji font for the browser tests, installed by apt if this is root. Prints what to
 * install and returns false if they are missing otherwise.
 */
export function ensureChromium() {
  const has = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  const browser = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  const missing = [
    ...(fs.existsSync(browser) ? [] : ['chromium-headless-shell']),
    ...(process.env.CHROMIUM || has('dpkg', ['-s', 'fonts-noto-color-emoji'])
      ? []
      : ['fonts-noto-color-emoji']),
  ];
  if (missing.length === 0) return true;
  if (process.getuid?.() === 0 && has('apt-get', ['--version'])) {
    console.log(`Installing ${missing.join(' and ')} ...`);
    const aptEnv = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit', env: aptEnv }).status === 0;
    if (apt('update') && apt('install', '-y', '--no-install-recommends', ...missing)) return true;
  } else if (fs.existsSync(browser)) return true;
  console.log(
    `The browser tests need ${missing.join(' and ')}: install them, or set CHROMIUM to a Chromium's path.`,
  );
  return false;
}
