import { useLayoutEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useLook } from '#web/account/appearance.ts'
import { setLang, setTitle, useLocalize } from '#web/base/api/language.ts'
import { defaultColour } from '#web/ui/design-tokens.ts'
import css from './catalogue.module.css'
import { CatalogueControls } from './catalogue-controls.tsx'
import { readSettings, SettingsProvider, searchOf } from './catalogue-settings.ts'
import { groups } from './groups.ts'

/** Every component in all its states; the address chooses theme, density, language and group. */
export const Catalogue = () => {
  const t = useLocalize()
  const [search] = useSearchParams()
  const settings = useMemo(() => readSettings(search), [search])
  const { theme, lang, group, open } = settings
  useLook({ theme, colour: defaultColour })
  useLayoutEffect(() => {
    document.documentElement.classList.add('console')
    setTitle(['组件目录', 'Component catalogue'])
  }, [])
  useLayoutEffect(() => setLang(lang), [lang])
  const visibleGroups = groups.filter(({ name }) => group === null || name === group)
  return (
    <SettingsProvider value={settings}>
      <CatalogueControls />
      {/* sample values are in the language of the page, and an opened sample starts anew */}
      <main className={css.content} key={`${t(['zh', 'en'])} ${open}`} data-settings={searchOf(settings)}>
        {visibleGroups.map(({ name, title, shows: GroupSamples }) => (
          <section key={name} className={css.group} aria-labelledby={`group-${name}`}>
            <h2 id={`group-${name}`}>{t(title)}</h2>
            <GroupSamples />
          </section>
        ))}
      </main>
    </SettingsProvider>
  )
}
