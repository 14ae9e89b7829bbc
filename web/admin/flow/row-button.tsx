import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'

interface Props {
  readonly label: Text
  /** The row, for the accessible name. */
  readonly name: string | null | undefined
  readonly onClick: () => void
}

/** An action of a row beside those of its declaration. */
export const RowButton = ({ label, name, onClick }: Props) => (
  <Button kind="link" onClick={onClick}>
    {useLocalize()(label)}
    <span className="hidden-words"> {name}</span>
  </Button>
)
