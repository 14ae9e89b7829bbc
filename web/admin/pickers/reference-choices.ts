import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, Page, TreeNode } from '#contract/kit/call.ts'
import { nameKey } from '#contract/kit/field.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { currentLang } from '#web/base/api/language.ts'
import { type Outline, outlineOf } from '#web/base/entities/outlines.ts'
import { type AnyRow, noCall, titleIn } from '../entity/calls.ts'
import { pickedTrees } from '../tree/known-trees.ts'

/** A row that a reference can point to. */
export interface Choice {
  readonly value: string
  readonly title: string
  readonly children?: Choice[]
}

/** The entity a reference points to. */
export const targetOf = outlineOf

/** A call that reads rows of an entity; undefined if it has none. */
const callOf = <O>(target: Outline | undefined, name: keyof Outline['reads']): Endpoint<ListInput, O> | undefined => {
  const call = target?.reads[name]
  return call === undefined ? undefined : { ...(noCall as Endpoint<ListInput, O>), path: `${target?.path}${call}` }
}

const cacheOptions = { staleTime: 60_000 }

/** All choices of an entity: its tree, or its options if it has no tree or the user may not see it. */
export const useChoices = (target: Outline | undefined) => {
  const tree = callOf<TreeNode[]>(target, 'tree')
  const select = callOf<AnyRow[]>(target, 'select')
  const nodes = useAnswer(tree ?? noCall, {}, { ...cacheOptions, enabled: tree !== undefined })
  const noTree = tree === undefined || nodes.error?.code === 403
  const rows = useAnswer(select ?? noCall, {}, { ...cacheOptions, enabled: select !== undefined && noTree })
  const query = noTree ? rows : nodes
  const options = (rows.data as AnyRow[] | undefined)?.map((row) => ({
    value: row.id,
    title: target ? titleIn(target, row) : row.id,
  }))
  return {
    isListable: tree !== undefined || select !== undefined,
    error: query.error,
    choices: (noTree ? options : (nodes.data as TreeNode[] | undefined)) as readonly Choice[] | undefined,
  }
}

interface Search {
  readonly text: string
  /** Which rows may be chosen. */
  readonly filters: Readonly<Record<string, string | number>> | undefined
  readonly enabled: boolean
}

/** People are searched by all that tells them apart: name, account and organisation. */
const searchOf = (target: Outline, text: string) => ({ [target.name === 'user' ? 'keyword' : target.title]: text })

/** Searches rows of a large entity by part of their name; returns at most twenty. */
export const useSearchChoices = (target: Outline, { text, filters, enabled }: Search) => {
  const list = callOf<Page<AnyRow>>(target, 'page')
  const { data, error } = useAnswer(
    list ?? noCall,
    { current: 1, size: 20, ...filters, ...(text ? searchOf(target, text) : {}) },
    { ...cacheOptions, placeholderData: keepPreviousData, enabled: enabled && list !== undefined },
  )
  return { error, choices: data?.records.map((row) => ({ value: row.id, title: choiceTitle(target, row) })) }
}

/** A name with what tells it from others like it, as far as it is known. */
export const withFacts = (name: string, facts: readonly unknown[]): Text => {
  const known = facts.filter(Boolean)
  return known.length ? [`${name}（${known.join('，')}）`, `${name} (${known.join(', ')})`] : [name, name]
}

/** Name of a row in a list of choices: people of one name are told apart by their account and department or organisation. */
const choiceTitle = (target: Outline, row: AnyRow): string => {
  const title = titleIn(target, row)
  if (target.name !== 'user') return title
  const facts = [row.account, row[nameKey('deptId')] || row.unitName]
  return localize(withFacts(title, facts), currentLang())
}

const titleInChoices = (choices: readonly Choice[], value: string): string | undefined => {
  for (const choice of choices) {
    const title = choice.value === value ? choice.title : titleInChoices(choice.children ?? [], value)
    if (title !== undefined) return title
  }
  return undefined
}

/** Display name of the row with this id; for large trees from its detail, or from the choices if the detail is denied. */
export const useRefTitle = (target: Outline | undefined, id: string): string => {
  const detail = callOf<AnyRow>(target, 'detail')
  const isLong = detail !== undefined && pickedTrees[target?.name ?? ''] !== undefined
  const [isDenied, setDenied] = useState(false)
  const { isListable, choices } = useChoices(isLong && !isDenied ? undefined : target)
  const query = useAnswer(detail ?? noCall, { id }, { ...cacheOptions, enabled: detail !== undefined && !isListable })
  const { data, error } = query
  if (error?.code === 403 && !isDenied) setDenied(true)
  return titleInChoices(choices ?? [], id) ?? (target && data ? choiceTitle(target, data) : query.isLoading ? '…' : id)
}

interface TitleProps {
  readonly target: Outline | undefined
  readonly id: string
}

/** Display name of the row that a reference points to, as a component: for lists of references. */
export const RefTitle = ({ target, id }: TitleProps): string => useRefTitle(target, id)
