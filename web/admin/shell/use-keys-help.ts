import { useEffect } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { readLocal } from '#web/base/api/local.ts'
import { setKeysEnabled, useKeys } from '#web/ui/keys.ts'
import { keysWords } from './dialog-titles.ts'

/** Name of the stored setting that turns single keys off. */
export const keysOffItem = 'keysOff'

/** Registers `?`, which lists the keys of this page, and applies the stored on/off setting. */
export const useKeysHelp = (show: () => void): void => {
  const t = useLocalize()
  useEffect(() => setKeysEnabled(!readLocal(keysOffItem)), [])
  const act = () => {
    show()
    return true
  }
  useKeys([{ key: '?', words: t(keysWords), act }])
}
