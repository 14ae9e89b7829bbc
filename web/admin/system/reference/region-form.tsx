import { useEffect, useId } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { OutOf } from '#contract/kit/call.ts'
import { check } from '#contract/kit/check.ts'
import type { Fault } from '#contract/kit/fail.ts'
import { region } from '#contract/system/region.ts'
import { levelOf, shapeBelow } from '#contract/system/region-code.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useOptions } from '#web/base/api/options.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useUnsaved } from '#web/base/preferences/unsaved.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import css from './region.module.css'
import { CodeField } from './region-code-field.tsx'

/** A division and its position in the tree. */
export type RegionDetail = OutOf<typeof region.calls.detail>

const { name, nameEn, sort, remark } = region.fields
const fields = { name, nameEn, sort, remark }

interface FactsProps {
  readonly code: string
  readonly row: RegionDetail | null
  readonly parentCode: string
}

/** Facts derived from the position: parent, level, and the code of an existing division. */
const Facts = ({ code, row, parentCode }: FactsProps) => {
  const t = useLocalize()
  const levels = useOptions(region.fields.regionLevel)
  const level = String(row?.regionLevel ?? levelOf(parentCode) + 1)
  return (
    <dl className={css.facts}>
      {row ? (
        <div>
          <dt className="muted small">{t(region.fields.code.label)}</dt>
          <dd>{code}</dd>
        </div>
      ) : null}
      <div>
        <dt className="muted small">{t(region.fields.parentCode.label)}</dt>
        <dd>{parentCode}</dd>
      </div>
      <div>
        <dt className="muted small">{t(region.fields.regionLevel.label)}</dt>
        <dd>{levels?.find(({ value }) => value === level)?.label ?? level}</dd>
      </div>
    </dl>
  )
}

interface FootProps {
  readonly busy: boolean
  readonly isNew: boolean
  readonly isChanged: boolean
}

/** The save button and whether there are unsaved changes; a new division can be saved without changes to the initial values. */
const Foot = ({ busy, isNew, isChanged }: FootProps) => {
  const t = useLocalize()
  const id = useId()
  return (
    <div className={css.foot}>
      <Button kind="main" type="submit" busy={busy} disabled={!isNew && !isChanged} aria-describedby={id}>
        {t(words.save)}
      </Button>
      <span id={id} role="status">
        {isChanged ? t(['有未保存的内容', 'Unsaved changes']) : ''}
      </span>
    </div>
  )
}

interface Props {
  /** The division to change; null for a new one below `parentCode`. */
  readonly row: RegionDetail | null
  readonly parentCode: string
  /** Called when the form gets or loses unsaved changes. */
  readonly onChangedState: (isChanged: boolean) => void
  readonly saved: (code: string) => void
}

/** Form of a division: only its own digits of the code are typed; its position determines the rest. */
export const RegionForm = ({ row, parentCode, onChangedState, saved }: Props) => {
  const t = useLocalize()
  const may = useMay()
  const toaster = useToaster()
  const initial = {
    digits: '',
    name: row?.name ?? null,
    nameEn: row?.nameEn ?? null,
    sort: row ? row.sort : 1,
    remark: row?.remark ?? null,
  }
  const form = useForm(initial)
  const shape = shapeBelow(parentCode)
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial)
  useUnsaved('region', isChanged)
  useEffect(() => {
    onChangedState(isChanged)
    return () => onChangedState(false)
  }, [isChanged, onChangedState])
  if (!shape) return null
  const digits = String(form.values.digits)
  const code = row?.code ?? shape.stem + digits + shape.tail
  const mayWrite = may(row ? 'region_edit' : 'region_add')

  const save = async () => {
    const { value, faults } = check(fields, form.values, { mode: 'new' })
    const missing: Fault[] = row || digits ? [] : [{ at: 'code', text: ['请输入区划编号', 'Code is required'] }]
    const all = [...missing, ...faults]
    form.setFaults(all)
    if (all.length || !(await form.run(() => ask(region.calls.submit, { code, parentCode, ...value })))) return
    toaster.success(t(row ? words.updated : consoleWords.added))
    onChangedState(false)
    void invalidate(region.path)
    saved(code)
  }
  return (
    <FormFrame refusal={form.refusal} onSubmit={save} className="stack gap-20">
      <FaultSummary faults={form.faults} />
      <Facts code={code} row={row} parentCode={parentCode} />
      <FormContext value={{ ...form.state, editable: () => mayWrite && !form.busy }}>
        {row ? null : (
          <CodeField
            shape={shape}
            value={digits}
            change={(value) => form.state.change('digits', value)}
            fault={form.state.faultAt('code')}
          />
        )}
        <FieldGrid fields={fields} values={form.values} />
      </FormContext>
      {mayWrite ? <Foot busy={form.busy} isNew={row === null} isChanged={isChanged} /> : null}
    </FormFrame>
  )
}
