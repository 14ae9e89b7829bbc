import { useState } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/api/local.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { setKeysEnabled, useRegisteredKeys } from '#web/ui/keys.ts'
import { keysWords } from './dialog-titles.ts'
import css from './keys-help.module.css'
import { keysOffItem } from './use-keys-help.ts'

/** What single keys do on the page below, and the switch that turns them off (WCAG 2.1.4). */
export const KeysHelp = ({ onClose }: { onClose: () => void }) => {
  const t = useLocalize()
  const keys = useRegisteredKeys()
  const [isOn, setOn] = useState(() => !readLocal(keysOffItem))
  const turn = (on: boolean) => {
    setOn(on)
    setKeysEnabled(on)
    if (on) removeLocal(keysOffItem)
    else writeLocal(keysOffItem, true)
  }
  return (
    <Dialog title={t(keysWords)} closeWords={t(words.close)} onClose={onClose}>
      <dl className={css.keys} data-off={isOn ? undefined : ''}>
        {keys.map(({ key, words: description }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <label className={css.switch}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => turn(target.checked)} />
        {t(['使用单键快捷键', 'Use single-key shortcuts'])}
      </label>
    </Dialog>
  )
}
