/**
 * Icons that only a part needs which is loaded when it is used: the editor of texts, the settings of a table. All of icons.ts is in
 * the first files of the console.
 */

export { default as ImageIcon } from 'lucide-react/icons/image'
export { default as ItalicIcon } from 'lucide-react/icons/italic'
export { default as BoldIcon } from 'lucide-react/icons/letter-b'
export { default as ListIcon } from 'lucide-react/icons/list'
export { default as ListOrderedIcon } from 'lucide-react/icons/list-ordered'
export { default as PinIcon } from 'lucide-react/icons/pin'
export { default as PinOffIcon } from 'lucide-react/icons/pin-off'
export { default as StrikethroughIcon } from 'lucide-react/icons/strikethrough'
export { default as TableIcon } from 'lucide-react/icons/table'
export { default as TextAlignCenterIcon } from 'lucide-react/icons/text-align-center'
export { default as TextAlignEndIcon } from 'lucide-react/icons/text-align-end'
export { default as TextAlignStartIcon } from 'lucide-react/icons/text-align-start'
export { default as UnderlineIcon } from 'lucide-react/icons/underline'
