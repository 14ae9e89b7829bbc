import type { RowOf } from '#contract/kit/entity.ts'
import { param } from '#contract/system/param.ts'
import { type ParamKey, paramDefinitionOf, paramDefinitions } from '#contract/system/param-definitions.ts'
import { switched } from '#contract/system/param-kinds.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { SingleLine } from '../../table/cells.tsx'
import css from './param.module.css'

type Param = RowOf<typeof param>

/** The name of a parameter with its description; a key that the platform does not know has no effect, and says so. */
export const ParamName = ({ row }: { row: Param }) => {
  const t = useLocalize()
  const registered = paramDefinitionOf(row.paramKey)
  return (
    <span className={css.name}>
      {/* seeds use the Chinese name; a name that was changed is displayed as it is */}
      {registered?.name[0] === row.paramName ? t(registered.name) : row.paramName}
      {registered ? (
        <span className={css.description}>
          <SingleLine words={t(registered.description)} />
        </span>
      ) : (
        <Tag>{t(['平台不使用', 'Not used by the platform'])}</Tag>
      )}
    </span>
  )
}

/** The effective value: switches as words; an invalid value together with the default that applies instead. */
export const ParamValue = ({ row: { paramKey, paramValue } }: { row: Param }) => {
  const t = useLocalize()
  const registered = paramDefinitionOf(paramKey)
  const value = paramValue.trim()
  if (!registered) return <SingleLine words={paramValue} />
  if (!registered.isValid(value)) {
    const effectiveValue = registered.initial || t(words.none)
    return (
      <span className={css.name}>
        <SingleLine words={paramValue} />
        <Tag tone="bad">{t([`值无效，按“${effectiveValue}”执行`, `Invalid; “${effectiveValue}” applies`])}</Tag>
      </span>
    )
  }
  if (registered.input.as !== 'switch') return <SingleLine words={value} />
  return value === 'true' ? <Tag tone="good">{t(switched.true)}</Tag> : <Tag>{t(switched.false)}</Tag>
}

/** Page size. With more rows than this, unset parameters are not listed, since the list could be wrong. */
const maxParams = 200

/** Platform parameters without a row, with the default that applies. */
export const UnsetParameters = ({ set }: { set: (key: ParamKey) => void }) => {
  const t = useLocalize()
  const may = useMay()
  const { data } = useAnswer(param.calls.list, { current: 1, size: maxParams })
  if (!data || data.total > maxParams) return null
  const storedKeys = new Set(data.records.map(({ paramKey }) => paramKey))
  const missing = (Object.keys(paramDefinitions) as ParamKey[]).filter((key) => !storedKeys.has(key))
  if (missing.length === 0) return null
  return (
    <details className={css.unset}>
      <summary>
        {t([`尚未设置的平台参数（${missing.length}）`, `Platform parameters not set yet (${missing.length})`])}
      </summary>
      <ul>
        {missing.map((key) => {
          const { name, description, initial } = paramDefinitions[key]
          return (
            <li key={key}>
              <span>
                <b>{t(name)}</b> <code>{key}</code>
                <span className={css.description}>
                  {t(description)}
                  {initial ? ` ${t([`默认值：${initial}`, `Default: ${initial}`])}` : null}
                </span>
              </span>
              {may('param_add') ? (
                <Button onClick={() => set(key)}>
                  {t(['设置', 'Set'])}
                  <span className="hidden-words"> {t(name)}</span>
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
