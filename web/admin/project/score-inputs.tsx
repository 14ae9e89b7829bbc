import type { Fields } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import type { RubricItem } from '#contract/project/rubric.ts'
import { reasonDemand, scoreText, sheetFields } from '#contract/project/score-sheet.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { useFormState } from '#web/form/form-context.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { FormField } from '#web/ui/input.tsx'
import { fieldsOf } from './decision-fields.ts'
import css from './review.module.css'
import { pointsOf, sheetTotal, type TypedItem } from './sheet-values.ts'

/** Points of an item, and the reason where they need one; a reason that was typed stays in sight. */
const itemFields = (item: RubricItem, { points, reason }: TypedItem): Fields => {
  const given = pointsOf(points)
  const demand = given === null ? null : reasonDemand(item, given)
  const label = demand ?? sheetFields.reason.label
  return {
    points: { ...sheetFields.points, max: item.maxPoints },
    ...(demand || reason ? { reason: { ...sheetFields.reason, label, required: demand !== null } } : {}),
  }
}

const Item = ({ item, typed, at }: { item: RubricItem; typed: TypedItem; at: string }) => {
  const t = useLocalize()
  const { faultAt } = useFormState()
  const { itemName, weight, maxPoints, description } = item
  return (
    <FormField
      group
      label={
        <>
          {itemName}{' '}
          <span className="muted small regular">
            {t(fill(['权重{0}%，满分{1}', 'weight {0}%, max. {1}'], weight, maxPoints))}
          </span>
        </>
      }
      hint={description}
      fault={faultAt(`${at}.itemName`)}
    >
      <FieldGrid fields={itemFields(item, typed)} values={typed as FormValues} inside={at} />
    </FormField>
  )
}

/** The items of the rubric, and what their points make. */
const ScoreSheet = ({ rubric, items }: { rubric: readonly RubricItem[]; items: readonly TypedItem[] }) => {
  const t = useLocalize()
  const { given, total } = sheetTotal(rubric, items)
  return (
    <div className={css.sheet}>
      {rubric.map((item, i) => (
        <Item key={item.itemName} item={item} typed={items[i] ?? {}} at={`items.${i}`} />
      ))}
      <output className={css.total}>
        {total === null
          ? t(fill(['已评 {0} / {1} 项', 'Items scored: {0} of {1}'], given, rubric.length))
          : t(fill(['合计 {0} 分', 'Total: {0}'], scoreText(total)))}
      </output>
    </div>
  )
}

/** The score of a correction, by items if there is a rubric. */
export const CorrectionInputs = ({ rubric, typed }: Props) => {
  const { score } = fieldsOf('score')
  if (rubric.length) return <ScoreSheet rubric={rubric} items={typed.items as TypedItem[]} />
  return <FieldGrid fields={{ score: { ...score, when: {} } } as Fields} values={typed} />
}

interface Props {
  readonly rubric: readonly RubricItem[]
  readonly typed: FormValues
}

/** What an expert fills in: first the question of interests, then the score, by items if there is a rubric. */
export const ScoreInputs = ({ rubric, typed }: Props) => {
  const { faultAt } = useFormState()
  const { conflict, score, ...opinions } = fieldsOf('score')
  // the rubric of the template may have changed since the page was opened
  const fault = faultAt('items')
  return (
    <>
      {fault ? <p className="bad">{fault}</p> : null}
      {rubric.length === 0 ? (
        <FieldGrid fields={fieldsOf('score')} values={typed} />
      ) : (
        <>
          <FieldGrid fields={{ conflict } as Fields} values={typed} />
          {typed.conflict === 0 ? <ScoreSheet rubric={rubric} items={typed.items as TypedItem[]} /> : null}
          <FieldGrid fields={opinions as Fields} values={typed} />
        </>
      )}
    </>
  )
}
