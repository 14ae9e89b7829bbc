import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { isColour } from '#web/ui/colour.ts'
import { defaultColour } from '#web/ui/design-tokens.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormField, Input } from '#web/ui/input.tsx'
import { chooseColour, useAppearance } from './appearance.ts'
import css from './colour-picker.module.css'
import { colourWords } from './menu-words.ts'

const presetColours: readonly (readonly [string, Text])[] = [
  [defaultColour, ['天蓝', 'Sky blue']],
  ['#1d4ed8', ['宝蓝', 'Royal blue']],
  ['#13a8a8', ['青', 'Teal']],
  ['#3f9e2f', ['绿', 'Green']],
  ['#d48806', ['金', 'Gold']],
  ['#f2711c', ['橙', 'Orange']],
  ['#e5393f', ['红', 'Red']],
  ['#d63384', ['玫红', 'Rose']],
  ['#7a3fd1', ['紫', 'Violet']],
  ['#5b6b7f', ['石板灰', 'Slate']],
]

const Swatches = ({ colour }: { colour: string }) => {
  const t = useLocalize()
  return (
    <fieldset className={css.swatches}>
      <legend>{t(['常用颜色', 'Presets'])}</legend>
      {presetColours.map(([value, name]) => (
        <label key={value} className={css.swatch} title={t(name)}>
          <input type="radio" name="colour" checked={value === colour} onChange={() => chooseColour(value)} />
          <span className={css.disc} style={{ background: value }} aria-hidden="true" />
          <span className="hidden-words">{t(name)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Any other colour: by the browser's own picker, or typed. */
const CustomColour = ({ colour }: { colour: string }) => {
  const t = useLocalize()
  const [inputText, setInputText] = useState(colour)
  const [previousColour, setPreviousColour] = useState(colour)
  if (previousColour !== colour) {
    setPreviousColour(colour)
    setInputText(colour)
  }
  const changeColour = (text: string) => {
    setInputText(text)
    if (isColour(text)) chooseColour(text.toLowerCase())
  }
  const fault = isColour(inputText) ? undefined : t(['请输入形如 #409EFF 的颜色', 'Enter a colour such as #409EFF'])
  return (
    <div className={css.custom}>
      <FormField label={t(['自选颜色', 'Custom colour'])} fault={fault}>
        <Input
          value={inputText.toUpperCase()}
          maxLength={7}
          spellCheck={false}
          onValue={(text) => changeColour(text.trim())}
        />
      </FormField>
      <input
        type="color"
        aria-label={t(['从色板选取', 'Pick from a palette'])}
        value={colour}
        onChange={({ target }) => changeColour(target.value)}
      />
    </div>
  )
}

/** The accent colour. It applies at once; for text, a shade with enough contrast is used. */
export const ColourPicker = ({ onClose }: { onClose: () => void }) => {
  const t = useLocalize()
  const { colour } = useAppearance()
  return (
    <Dialog title={t(colourWords)} closeWords={t(words.close)} onClose={onClose}>
      <div className="stack gap-20">
        <Swatches colour={colour} />
        <CustomColour colour={colour} />
        <p className="muted">
          {t([
            '按钮和链接自动采用该颜色中对比度足够的色阶。',
            'Buttons and links use a shade of this colour with enough contrast.',
          ])}
        </p>
        <div className="row to-end gap-8">
          <Button disabled={colour === defaultColour} onClick={() => chooseColour(defaultColour)}>
            {t(['恢复默认', 'Restore default'])}
          </Button>
          <Button kind="main" onClick={onClose}>
            {t(words.ok)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
