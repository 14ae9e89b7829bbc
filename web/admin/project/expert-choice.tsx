import { declaration } from '#contract/project/declaration.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { FormField } from '#web/ui/input.tsx'
import css from './review.module.css'

interface Props {
  readonly selectedIds: readonly string[]
  /** Ids of experts with a conflict of interest; they cannot be chosen again. */
  readonly recused: readonly string[]
  readonly choose: (ids: readonly string[]) => void
  readonly fault: string | undefined
}

/** Chooses the experts who review; any number of the available ones. */
export const ExpertChoice = ({ selectedIds, recused, choose, fault }: Props) => {
  const t = useLocalize()
  const experts = useAnswer(declaration.calls.experts, {})
  const toggle = (id: string) =>
    choose(selectedIds.includes(id) ? selectedIds.filter((one) => one !== id) : [...selectedIds, id])
  return (
    <FormField
      group
      label={t(['评审专家', 'Experts'])}
      hint={t([
        '至少三名；存在利益关系的专家须回避，由您另行指派。',
        'At least three. One with a conflict of interest is recused, and you assign another.',
      ])}
      fault={fault}
    >
      <QueryView from={experts}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">
              {t([
                '还没有专家账号，请先在用户管理中新增。',
                'There are no expert accounts yet. Please add one under Users first.',
              ])}
            </p>
          ) : (
            <ul className={css.experts}>
              {all.map(({ id, realName, account }) => (
                <li key={id}>
                  <label>
                    <input
                      type="checkbox"
                      checked={selectedIds.includes(id)}
                      disabled={recused.includes(id)}
                      onChange={() => toggle(id)}
                    />
                    {realName}
                    <span className="muted">{account}</span>
                    {recused.includes(id) ? <span className="muted">{t(['已回避', 'Recused'])}</span> : null}
                  </label>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </FormField>
  )
}
