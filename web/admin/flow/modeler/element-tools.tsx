import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { Select } from '#web/ui/select.tsx'
import { additionsTo, connect, elementsOf, remove, targetsOf } from './drawing-actions.ts'
import { wholeShape } from './drawn-process.ts'
import type { Modeler, Shape } from './editor-parts.ts'
import { elementLabel } from './element-words.ts'
import css from './modeler.module.css'
import { showElement } from './use-modeler.ts'

const processWords: Text = ['整个流程', 'The whole process']
const addWords: Text = ['添加元素', 'Add an element']
const connectWords: Text = ['连接到', 'Connect to']

/** Drawing without a mouse: what is selected, what is added to it, where it leads, and its removal. */
export const ElementTools = ({ modeler, shape }: { modeler: Modeler; shape: Shape }) => {
  const t = useLocalize()
  const whole = wholeShape(modeler)
  const targets = targetsOf(modeler, shape)
  return (
    <div className={css.tools}>
      <Select
        className={css.elements}
        label={t(['选中的元素', 'Selected element'])}
        value={shape.id}
        onValue={(id) => showElement(modeler, id)?.()}
        options={[
          { value: whole.id, label: t(processWords) },
          ...elementsOf(modeler)
            .filter((one) => one !== whole)
            .map((one) => ({ value: one.id, label: t(elementLabel(one)) })),
        ]}
      />
      <Dropdown opener={buttonClass()} label={t(addWords)} name={t(addWords)}>
        {additionsTo(modeler, shape).map(({ label, add }) => (
          <button key={label[1]} type="button" onClick={add}>
            {t(label)}
          </button>
        ))}
      </Dropdown>
      {targets.length ? (
        <Dropdown opener={buttonClass()} label={t(connectWords)} name={t(connectWords)}>
          {targets.map((target) => (
            <button key={target.id} type="button" onClick={() => connect(modeler, shape, target)}>
              {t(elementLabel(target))}
            </button>
          ))}
        </Dropdown>
      ) : null}
      {shape === whole ? null : (
        <Button onClick={() => remove(modeler, shape)}>
          {t(words.remove)}
          <span className="hidden-words"> {t(elementLabel(shape))}</span>
        </Button>
      )}
    </div>
  )
}
