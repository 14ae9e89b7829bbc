import { split } from '#contract/kit/field.ts'
import { menu } from '#contract/system/menu.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import type { Control } from '#web/form/control.ts'
import { FieldFrame } from '../access/field-frame.tsx'
import { GrantTree } from '../access/grant-tree.tsx'
import css from './menu-choice.module.css'

/** Several menus, checked in their tree: checking one also checks its descendants and ancestors. */
export const MenuChoice: Control = ({ field, value, onChange }) => {
  const t = useLocalize()
  const menus = useAnswer(menu.calls.tree, {})
  return (
    <FieldFrame field={field} className={css.choice}>
      <QueryView from={menus}>
        {(nodes) => (
          <GrantTree
            nodes={nodes}
            checkedIds={new Set(split(value ? String(value) : null))}
            change={(checkedIds) => onChange(checkedIds.size ? [...checkedIds].join(',') : null)}
            searchWords={t(['搜索菜单', 'Find a menu'])}
          />
        )}
      </QueryView>
    </FieldFrame>
  )
}
