import type { Fields } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { contact } from './contact.ts'
import { facilities } from './facilities.ts'
import { factory } from './factory.ts'
import { implementation } from './implementation.ts'
import { informationFields } from './information.ts'
import { innovation } from './innovation.ts'
import { material } from './material.ts'
import { partLabels } from './part-labels.ts'
import { protection } from './protection.ts'

/** A part as used by the screens and the checks. */
export interface AnyPart {
  readonly code: string
  readonly label: Text
  readonly why: Text
  readonly fields: Fields
}

/** The project information is saved by the calls of the declaration; otherwise it is a part like the others. */
const information: AnyPart = {
  code: 'information',
  label: partLabels.information,
  why: [
    '用于确定受理单位、审核申报资格；项目名称、单位名称、地区、行业、建设层级和运营商在入库后公开。',
    'Decides who reviews the project and whether it qualifies. Name, organisation, location, industry, level and operator are published once the project is listed.',
  ],
  fields: informationFields,
}

/** Parts with calls of their own. */
export const partsWithCalls = [contact, factory, facilities, innovation, protection, implementation, material] as const

/** All parts of a declaration, in the order of the task list. */
export const parts: readonly AnyPart[] = [information, ...partsWithCalls]
export const partOf = (code: string): AnyPart | undefined => parts.find((part) => part.code === code)
