import { type ReactNode, useEffect, useState } from 'react'
import css from './option-list.module.css'

export interface ListedOption {
  readonly key: string
  readonly sign?: ReactNode
  readonly label: string
  /** Smaller text beside the label. */
  readonly detail?: string | undefined
  /** What kind of thing it is, at the end of the line. */
  readonly kind?: string | undefined
}

export interface OptionGroup<T extends ListedOption> {
  readonly key: string
  readonly label: string
  readonly options: readonly T[]
}

/** The option that Enter chooses: the first, until an arrow key or the pointer selects another one of the same text. */
export const useActiveOption = <T extends ListedOption>(options: readonly T[], text: string) => {
  const [selected, setSelected] = useState({ key: '', text })
  const at = selected.text === text ? options.findIndex(({ key }) => key === selected.key) : -1
  const activeAt = Math.max(at, 0)
  const select = (option: T | undefined) => option && setSelected({ key: option.key, text })
  return {
    active: options[activeAt],
    select,
    step: (by: 1 | -1) => select(options[(activeAt + by + options.length) % options.length]),
  }
}

interface OptionProps<T extends ListedOption> {
  readonly id: string
  readonly option: T
  readonly isActive: boolean
  readonly select: (option: T) => void
  readonly choose: (option: T) => void
}

const Option = <T extends ListedOption>({ id, option, isActive, select, choose }: OptionProps<T>) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isActive}
    className={css.option}
    // not on enter: the pointer can rest where the list scrolls by keyboard
    onPointerMove={() => isActive || select(option)}
    onClick={() => choose(option)}
  >
    {option.sign ? (
      <span aria-hidden="true" className={css.sign}>
        {option.sign}
      </span>
    ) : null}
    <span className={css.words}>
      <span>{option.label}</span>
      {option.detail ? <span className={css.detail}> {option.detail}</span> : null}
    </span>
    {option.kind ? <span className={css.kind}>{option.kind}</span> : null}
  </div>
)

interface Props<T extends ListedOption> {
  readonly id: string
  readonly label: string
  readonly groups: readonly OptionGroup<T>[]
  readonly active: T | undefined
  readonly select: (option: T) => void
  readonly choose: (option: T) => void
  /** Labels have up to two lines. */
  readonly isWrapped?: true
}

export const optionId = (listId: string, { key }: ListedOption) => `${listId}-${key}`

/** The list of a field that keeps the focus: the field moves through it by `aria-activedescendant`. */
export const OptionList = <T extends ListedOption>({ id, label, groups, active, isWrapped, ...more }: Props<T>) => {
  const activeId = active && optionId(id, active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={css.list}
      hidden={groups.length === 0}
      data-wrapped={isWrapped}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list, not of fields
        <div key={group.key} role="group" aria-label={group.label}>
          <div aria-hidden="true" className={css.group}>
            {group.label}
          </div>
          {group.options.map((option) => (
            <Option key={option.key} id={optionId(id, option)} option={option} isActive={option === active} {...more} />
          ))}
        </div>
      ))}
    </div>
  )
}
