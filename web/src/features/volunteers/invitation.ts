import { useLingui } from '@lingui/react/macro';
import { useAppName } from '#web/features/community/community-settings.ts';
import { toast } from '#web/ui/toast-store.ts';

/** Passes an invitation on: by the device's share sheet, else copied and shown, so that it can be pasted anywhere. */
export function useInvitation(): () => Promise<void> {
  const { t } = useLingui();
  const appName = useAppName();
  return async () => {
    const url = new URL('/', window.location.href).href;
    const text = t`Neighbors here share food they can't use, always free. Come and join us on ${appName}:`;
    const invitation = `${text} ${url}`;
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title: appName, text, url });
      else {
        await window.navigator.clipboard.writeText(invitation);
        toast({
          title: t`Copied. Paste it to a neighbor:`,
          description: invitation,
          tone: 'success',
          durationMs: 12_000,
        });
      }
    } catch (error) {
      // closing the sheet of the device is no error
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast({ title: t`Copy this for a neighbor:`, description: invitation, durationMs: 12_000 });
    }
  };
}
