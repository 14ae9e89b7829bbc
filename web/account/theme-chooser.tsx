import { useEffect, useRef } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { lookOf, type ThemeId, themes } from '#web/ui/design-tokens.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { chooseTheme, propertiesOf, useAppearance } from './appearance.ts'
import { themeWords } from './menu-words.ts'
import css from './theme-chooser.module.css'

/** Miniature of the console in the colours of a theme: top bar, menu, tabs, and rows of a page. */
const Preview = ({ theme, colour }: { theme: ThemeId; colour: string }) => (
  <span className={css.preview} style={propertiesOf(lookOf(theme, colour)) as React.CSSProperties} aria-hidden="true">
    <i className={css.bar} />
    <i className={css.side}>
      <b data-on />
      <b />
      <b />
    </i>
    <i className={css.strip}>
      <b />
      <b data-on />
    </i>
    <i className={css.paper}>
      <b data-on />
      <b />
      <b />
    </i>
  </span>
)

/** The eleven themes; the arrow keys select one, and it applies at once. */
export const ThemeChooser = ({ onClose }: { onClose: () => void }) => {
  const t = useLocalize()
  const { theme, colour } = useAppearance()
  const list = useRef<HTMLFieldSetElement>(null)
  // focus the selected theme, so that the arrow keys work at once
  useEffect(() => list.current?.querySelector<HTMLElement>(':checked')?.focus(), [])
  return (
    <Dialog wide title={t(themeWords)} closeWords={t(words.close)} onClose={onClose}>
      <fieldset ref={list} className={css.themes}>
        <legend className="hidden-words">{t(themeWords)}</legend>
        {(Object.keys(themes) as ThemeId[]).map((id) => (
          <label key={id} className={css.theme}>
            <input type="radio" name="theme" checked={id === theme} onChange={() => chooseTheme(id)} />
            <Preview theme={id} colour={colour} />
            <span>{t(themes[id].label)}</span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
