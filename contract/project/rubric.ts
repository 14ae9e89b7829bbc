import type { Fault } from '../kit/fail.ts'
import { int, longText, type Row, text } from '../kit/field.ts'
import { isSameText } from '../kit/fold.ts'
import { fill } from '../kit/text.ts'

/** An item of a rubric, as the template lists it. */
export const rubricFields = {
  itemName: text('评分项', 'Item', { required: true, max: 60 }),
  weight: int('权重（%）', 'Weight (%)', { required: true, min: 1, max: 100 }),
  maxPoints: int('满分', 'Maximum points', { required: true, initial: 100, min: 1, max: 1000 }),
  reasonBelow: int('低于此分须说明理由', 'Reason required below', { max: 1000 }),
  reasonAbove: int('高于此分须说明理由', 'Reason required above', { max: 1000 }),
  description: longText('评分说明', 'Description', { max: 500 }),
} as const

/** An item by which experts score; points below `reasonBelow` or above `reasonAbove` need a reason. */
export type RubricItem = Row<typeof rubricFields>

const maxItems = 30
/** Sum of the weights of a rubric. */
const fullWeight = 100

type Typed = Partial<RubricItem> & { readonly id?: string }

const faultsOfItem = (item: Typed, at: string, earlier: readonly Typed[]): Fault[] => {
  const { itemName, maxPoints, reasonBelow, reasonAbove } = item
  const faults: Fault[] = []
  if (earlier.some((other) => isSameText(other.itemName ?? '', itemName ?? '')))
    faults.push({ at: `${at}.itemName`, text: ['评分项名称不能重复', 'Two items have the same name'] })
  if (typeof maxPoints !== 'number') return faults
  if (typeof reasonBelow === 'number' && reasonBelow > maxPoints)
    faults.push({
      at: `${at}.reasonBelow`,
      text: fill(['不能大于满分 {0}', 'Must be at most the maximum of {0} points'], maxPoints),
    })
  if (typeof reasonAbove === 'number' && reasonAbove >= maxPoints)
    faults.push({
      at: `${at}.reasonAbove`,
      text: fill(['应小于满分 {0}', 'Must be below the maximum of {0} points'], maxPoints),
    })
  return faults
}

/** Faults of a rubric whose values have been checked; one without items has none. */
export const rubricFaults = (items: readonly Typed[]): Fault[] => {
  if (items.length === 0) return []
  if (items.length > maxItems)
    return [{ at: 'rubric', text: fill(['评分项不能超过{0}个', 'There can be at most {0} items'], maxItems) }]
  const sum = items.reduce((total, { weight }) => total + (weight ?? 0), 0)
  const faults = items.flatMap((item, i) => faultsOfItem(item, `rubric.${item.id ?? i}`, items.slice(0, i)))
  if (sum !== fullWeight)
    faults.unshift({
      at: 'rubric',
      text: fill(
        ['各评分项的权重之和应为{0}，现为{1}', 'The weights of the items have to sum to {0}; they sum to {1}'],
        fullWeight,
        sum,
      ),
    })
  return faults
}

/** What decides about scores in a rubric, in one form, to compare two. */
const contentOf = (items: readonly Typed[]): string =>
  JSON.stringify(
    items.map((item) => Object.keys(rubricFields).map((name) => item[name as keyof typeof rubricFields] ?? null)),
  )

export const isSameRubric = (one: readonly Typed[], other: readonly Typed[]): boolean =>
  contentOf(one) === contentOf(other)
