import { uploadLimits } from '#contract/storage/upload.ts'

/** Longest side of a picture in a text, in pixels: twice the width of a text on screen. */
const maxSidePx = 1600

const drawScaled = async (file: File, scale: number, quality: number): Promise<Blob | null> => {
  const picture = await createImageBitmap(file)
  const side = Math.max(picture.width, picture.height)
  const factor = Math.min(1, (maxSidePx * scale) / side)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * factor)
  canvas.height = Math.round(picture.height * factor)
  const pen = canvas.getContext('2d')
  if (pen) Object.assign(pen, { fillStyle: '#ffffff' })
  pen?.fillRect(0, 0, canvas.width, canvas.height)
  pen?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

const acceptedTypes = ['image/png', 'image/jpeg']

/**
 * Shrinks a picture to the upload limit of pictures (500 kB, jpg or png): larger ones are redrawn at the size a text needs. A
 * file that the browser cannot draw is returned unchanged, so that the server reports the error.
 */
export const asUploadable = async (file: File): Promise<File> => {
  if (file.size <= uploadLimits.avatar && acceptedTypes.includes(file.type)) return file
  for (const [scale, quality] of [
    [1, 0.85],
    [0.75, 0.75],
    [0.5, 0.7],
  ] as const) {
    const blob = await drawScaled(file, scale, quality).catch(() => null)
    if (blob && blob.size <= uploadLimits.avatar)
      return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
  }
  return file
}
