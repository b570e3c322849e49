/// The wallet widget's page and the server behind it, written from the vendor's document.
///
/// The page is small, accessible and without a framework. It listens to its host in every way that
/// the public SDKs use; the document names none.
enum AccruePage {}
