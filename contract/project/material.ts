import { dict, file, many, text } from '../kit/field.ts'
import { part } from './part.ts'
import { partLabels } from './part-labels.ts'

/** Evidence: every row is one uploaded file and what it proves. The template determines which kinds are required. */
export const material = part(
  'material',
  'material',
  partLabels.material,
  [
    '每份材料上传一个文件，单个文件不超过 20 MB；盖章件请上传清晰的扫描件。',
    'Upload one file for each material, at most 20 MB each. Stamped documents must be clear scans.',
  ],
  {
    files: many('材料', 'Materials', {
      type: dict('材料类型', 'Type', { of: 'material_type', required: true }),
      attachId: file('文件', 'File', { required: true, isTradeSecret: true }),
      title: text('材料名称', 'Title', { max: 100 }),
      remark: text('说明', 'Description', { max: 200 }),
    }),
  },
  { at: 'submit' },
)
