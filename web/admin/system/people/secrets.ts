import { useEffect } from 'react'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** New secrets, displayed once. */
export const SecretsDialog = lazyComponent(async () => (await import('./secrets-dialog.tsx')).SecretsDialog)

/** Loads the dialog after the page, so that it is there before the first secret is; if that fails, it is loaded when it opens. */
export const usePreloadedSecrets = () =>
  useEffect(() => {
    SecretsDialog.preload().catch(() => undefined)
  }, [])
