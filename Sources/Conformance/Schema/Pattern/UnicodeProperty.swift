/// A property of `\p{…}`.
struct UnicodeProperty: Sendable {
  private let test: @Sendable (Unicode.Scalar) -> Bool

  func contains(_ value: UInt32) -> Bool { Unicode.Scalar(value).map(test) ?? false }

  private init(_ test: @escaping @Sendable (Unicode.Scalar) -> Bool) { self.test = test }

  /// Finds the property that the braces name: `L`, `Letter`, `gc=Lu`, `Script=Greek`,
  /// `Alphabetic`; nil when it is not known.
  init?(_ name: String) {
    let parts = name.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    switch (parts.first, parts.count) {
    case ("General_Category", 2), ("gc", 2):
      guard let codes = Self.categories[parts[1]] else { return nil }
      self.init { codes.contains($0.properties.generalCategory.code) }
    case ("Script", 2), ("sc", 2):
      guard let ranges = UnicodeScripts.ranges(of: parts[1]) else { return nil }
      self.init { scalar in ranges.contains { $0.contains(scalar.value) } }
    case (let name?, 1):
      if let codes = Self.categories[name] {
        self.init { codes.contains($0.properties.generalCategory.code) }
      } else if let test = Self.binary(name) {
        self.init(test)
      } else {
        return nil
      }
    default: return nil
    }
  }
}

// MARK: - General categories

extension UnicodeProperty {
  /// Two-letter codes by short and long name, groups included.
  private static let categories: [String: Set<String>] = {
    var result: [String: Set<String>] = [:]
    for (names, codes) in categoryNames {
      for name in names.split(separator: " ") {
        result[String(name)] = Set(codes.split(separator: " ").map(String.init))
      }
    }
    return result
  }()

  private static let categoryNames: [(names: String, codes: String)] = [
    ("Lu Uppercase_Letter", "Lu"), ("Ll Lowercase_Letter", "Ll"), ("Lt Titlecase_Letter", "Lt"),
    ("LC Cased_Letter", "Lu Ll Lt"), ("Lm Modifier_Letter", "Lm"), ("Lo Other_Letter", "Lo"),
    ("L Letter", "Lu Ll Lt Lm Lo"), ("Mn Nonspacing_Mark", "Mn"), ("Mc Spacing_Mark", "Mc"),
    ("Me Enclosing_Mark", "Me"), ("M Mark Combining_Mark", "Mn Mc Me"),
    ("Nd Decimal_Number digit", "Nd"), ("Nl Letter_Number", "Nl"), ("No Other_Number", "No"),
    ("N Number", "Nd Nl No"), ("Pc Connector_Punctuation", "Pc"), ("Pd Dash_Punctuation", "Pd"),
    ("Ps Open_Punctuation", "Ps"), ("Pe Close_Punctuation", "Pe"),
    ("Pi Initial_Punctuation", "Pi"), ("Pf Final_Punctuation", "Pf"),
    ("Po Other_Punctuation", "Po"), ("P Punctuation punct", "Pc Pd Ps Pe Pi Pf Po"),
    ("Sm Math_Symbol", "Sm"), ("Sc Currency_Symbol", "Sc"), ("Sk Modifier_Symbol", "Sk"),
    ("So Other_Symbol", "So"), ("S Symbol", "Sm Sc Sk So"), ("Zs Space_Separator", "Zs"),
    ("Zl Line_Separator", "Zl"), ("Zp Paragraph_Separator", "Zp"), ("Z Separator", "Zs Zl Zp"),
    ("Cc Control cntrl", "Cc"), ("Cf Format", "Cf"), ("Cs Surrogate", "Cs"),
    ("Co Private_Use", "Co"), ("Cn Unassigned", "Cn"), ("C Other", "Cc Cf Cs Co Cn"),
  ]
}

extension Unicode.GeneralCategory {
  /// The two letters of the Unicode standard.
  var code: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }
}

// MARK: - Binary properties

extension UnicodeProperty {
  private static func binary(_ name: String) -> (@Sendable (Unicode.Scalar) -> Bool)? {
    switch name {
    case "Any": { _ in true }
    case "ASCII": { $0.isASCII }
    case "Assigned": { $0.properties.generalCategory != .unassigned }
    case "ASCII_Hex_Digit", "AHex": { $0.properties.isASCIIHexDigit }
    case "Alphabetic", "Alpha": { $0.properties.isAlphabetic }
    case "Bidi_Control", "Bidi_C": { $0.properties.isBidiControl }
    case "Bidi_Mirrored", "Bidi_M": { $0.properties.isBidiMirrored }
    case "Case_Ignorable", "CI": { $0.properties.isCaseIgnorable }
    case "Cased": { $0.properties.isCased }
    case "Changes_When_Lowercased", "CWL": { $0.properties.changesWhenLowercased }
    case "Changes_When_Uppercased", "CWU": { $0.properties.changesWhenUppercased }
    case "Changes_When_Titlecased", "CWT": { $0.properties.changesWhenTitlecased }
    case "Changes_When_Casefolded", "CWCF": { $0.properties.changesWhenCaseFolded }
    case "Changes_When_Casemapped", "CWCM": { $0.properties.changesWhenCaseMapped }
    case "Changes_When_NFKC_Casefolded", "CWKCF": { $0.properties.changesWhenNFKCCaseFolded }
    case "Dash": { $0.properties.isDash }
    case "Default_Ignorable_Code_Point", "DI": { $0.properties.isDefaultIgnorableCodePoint }
    case "Deprecated", "Dep": { $0.properties.isDeprecated }
    case "Diacritic", "Dia": { $0.properties.isDiacritic }
    case "Emoji": { $0.properties.isEmoji }
    case "Emoji_Modifier", "EMod": { $0.properties.isEmojiModifier }
    case "Emoji_Modifier_Base", "EBase": { $0.properties.isEmojiModifierBase }
    case "Emoji_Presentation", "EPres": { $0.properties.isEmojiPresentation }
    case "Extender", "Ext": { $0.properties.isExtender }
    case "Grapheme_Base", "Gr_Base": { $0.properties.isGraphemeBase }
    case "Grapheme_Extend", "Gr_Ext": { $0.properties.isGraphemeExtend }
    case "Hex_Digit", "Hex": { $0.properties.isHexDigit }
    default: binaryFromI(name)
    }
  }

  private static func binaryFromI(_ name: String) -> (@Sendable (Unicode.Scalar) -> Bool)? {
    switch name {
    case "IDS_Binary_Operator", "IDSB": { $0.properties.isIDSBinaryOperator }
    case "IDS_Trinary_Operator", "IDST": { $0.properties.isIDSTrinaryOperator }
    case "ID_Continue", "IDC": { $0.properties.isIDContinue }
    case "ID_Start", "IDS": { $0.properties.isIDStart }
    case "Ideographic", "Ideo": { $0.properties.isIdeographic }
    case "Join_Control", "Join_C": { $0.properties.isJoinControl }
    case "Logical_Order_Exception", "LOE": { $0.properties.isLogicalOrderException }
    case "Lowercase", "Lower": { $0.properties.isLowercase }
    case "Math": { $0.properties.isMath }
    case "Noncharacter_Code_Point", "NChar": { $0.properties.isNoncharacterCodePoint }
    case "Pattern_White_Space", "Pat_WS": { $0.properties.isPatternWhitespace }
    case "Quotation_Mark", "QMark": { $0.properties.isQuotationMark }
    case "Radical": { $0.properties.isRadical }
    case "Regional_Indicator", "RI": { (0x1F1E6...0x1F1FF).contains($0.value) }
    case "Sentence_Terminal", "STerm": { $0.properties.isSentenceTerminal }
    case "Soft_Dotted", "SD": { $0.properties.isSoftDotted }
    case "Unified_Ideograph", "UIdeo": { $0.properties.isUnifiedIdeograph }
    case "Uppercase", "Upper": { $0.properties.isUppercase }
    case "Variation_Selector", "VS": { $0.properties.isVariationSelector }
    case "White_Space", "space": { $0.properties.isWhitespace }
    case "XID_Continue", "XIDC": { $0.properties.isXIDContinue }
    case "XID_Start", "XIDS": { $0.properties.isXIDStart }
    default: nil
    }
  }
}
