import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { invalidateJobs, startedJobs } from '#web/base/login/jobs.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** Loaded with the first act in the background. */
const ActDialog = lazyComponent(async () => (await import('./act-dialog.tsx')).ActDialog)

/** Begins acts of many rows in the background, and shows in a dialog how far the last one is. `onEnd` is called when it has ended. */
export const useActs = (onEnd: () => void) => {
  const t = useLocalize()
  const [act, setAct] = useState<{ readonly id: string; readonly title: Text } | null>(null)
  const begin = async (title: Text, start: () => Promise<{ readonly id: string }>): Promise<void> => {
    const { id } = await start()
    startedJobs.add(id)
    void invalidateJobs()
    setAct({ id, title })
  }
  const overlay = act ? (
    <ActDialog key={act.id} id={act.id} title={t(act.title)} onEnd={onEnd} close={() => setAct(null)} />
  ) : null
  return { begin, overlay }
}
