import { useLocalize } from '#web/base/api/language.ts'
import { useKeys } from '#web/ui/keys.ts'
import type { Tabs } from './use-tabs.tsx'

/** `[` and `]` go to the previous and the next tab. */
export const useTabKeys = ({ step }: Tabs): void => {
  const t = useLocalize()
  const go = (to: 1 | -1) => () => {
    step(to)
    return true
  }
  useKeys([
    { key: '[', words: t(['上一个页签', 'Previous tab']), act: go(-1) },
    { key: ']', words: t(['下一个页签', 'Next tab']), act: go(1) },
  ])
}
