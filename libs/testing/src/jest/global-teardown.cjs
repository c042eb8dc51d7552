module.exports = async () => {
  await globalThis.__tributaryTestResources?.close();
};
