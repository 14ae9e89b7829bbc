import { type ReactNode, useId } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { type Density, densities, densityWords } from '#web/admin/table/layout.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { type ThemeId, themes } from '#web/ui/design-tokens.ts'
import { FormField } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import css from './catalogue.module.css'
import { type CatalogueSettings, searchOf, useSettings } from './catalogue-settings.ts'
import { groups } from './groups.ts'

interface ChoiceProps {
  readonly label: Text
  readonly value: string
  readonly options: readonly (readonly [value: string, label: Text])[]
  readonly choose: (value: string) => void
}

const SettingChoice = ({ label, value, options, choose }: ChoiceProps) => {
  const t = useLocalize()
  return (
    <FormField label={t(label)} id={useId()}>
      <Select
        value={value}
        onValue={choose}
        options={options.map(([one, words]) => ({ value: one, label: t(words) }))}
      />
    </FormField>
  )
}

/** The links to the groups, and to all of them on one page. */
const GroupLinks = () => {
  const t = useLocalize()
  const settings = useSettings()
  const link = (name: string | null, words: ReactNode) => (
    <li key={name}>
      <Link
        className="line-tab"
        to={searchOf({ ...settings, group: name, open: null })}
        aria-current={settings.group === name ? 'page' : undefined}
      >
        {words}
      </Link>
    </li>
  )
  return (
    <nav aria-label={t(['组件分组', 'Groups of components'])}>
      <ul className={css.groups}>
        {link(null, t(['全部', 'All']))}
        {groups.map(({ name, title }) => link(name, t(title)))}
      </ul>
    </nav>
  )
}

/** What the address says, to be changed by hand. */
export const CatalogueControls = () => {
  const t = useLocalize()
  const settings = useSettings()
  const navigate = useNavigate()
  const change = (changes: Partial<CatalogueSettings>) => void navigate(searchOf({ ...settings, ...changes }))
  return (
    <header className={css.head}>
      <h1>{t(['组件目录', 'Component catalogue'])}</h1>
      <div className={css.settings}>
        <SettingChoice
          label={['主题', 'Theme']}
          value={settings.theme}
          options={Object.entries(themes).map(([id, { label }]) => [id, label])}
          choose={(theme) => change({ theme: theme as ThemeId })}
        />
        <SettingChoice
          label={['行高', 'Row height']}
          value={settings.density}
          options={densities.map((one) => [one, densityWords[one]])}
          choose={(density) => change({ density: density as Density })}
        />
        <SettingChoice
          label={['语言', 'Language']}
          value={settings.lang}
          options={[
            ['zh', ['中文', 'Chinese']],
            ['en', ['英文', 'English']],
          ]}
          choose={(lang) => change({ lang: lang === 'en' ? 'en' : 'zh' })}
        />
      </div>
      <GroupLinks />
    </header>
  )
}
