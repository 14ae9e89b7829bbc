import type { Text } from '#contract/kit/text.ts'

/** Note on where files are stored until an object storage is configured. */
export const withoutStorage: Text = [
  '未配置对象存储时，上传的文件保存在服务器本机磁盘。',
  'Without object storage, uploaded files are stored on the server’s local disk.',
]
