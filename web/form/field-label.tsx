import type { Field } from '#contract/kit/field.ts'
import { tradeSecretMark } from '#contract/secrecy.ts'
import { asOptional } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'

/** Whether the value of a field may stay empty: that of a flag with an initial value never is. */
const mayStayEmpty = ({ required, kind, initial }: Field): boolean =>
  !required && !(kind === 'flag' && initial !== undefined)

/** The label of a field with its mark, in a form (`isInput`: it says whether the value may stay empty) and beside a value. */
export const FieldLabel = ({ field, isInput = false }: { readonly field: Field; readonly isInput?: boolean }) => {
  const t = useLocalize()
  return (
    <>
      {t(isInput && mayStayEmpty(field) ? asOptional(field.label) : field.label)}
      {field.isTradeSecret ? (
        <>
          {' '}
          <small className="muted small regular nowrap">{t(tradeSecretMark)}</small>
        </>
      ) : null}
    </>
  )
}
